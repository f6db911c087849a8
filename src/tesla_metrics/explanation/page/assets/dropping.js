// Files that are dropped on the page become a report; they are read here and sent as texts.

Tesla.Dropping = class {
  // asked: gives metric and language
  constructor(asked) {
    Object.assign(this, { asked, files: [] });
    this.input = Tesla.make("input", {
      type: "file", multiple: true, id: "files", class: "picker", accept: ".txt,text/plain",
      onchange: () => this.add(this.input.files),
    });
    this.zone = Tesla.make("label", { class: "zone", for: "files" },
      Tesla.make("strong", {}, "Drop files for a report"),
      Tesla.make("span", { class: "muted" },
        "a reference and outputs of systems, one segment a line; or press to choose them"));
    this.list = Tesla.make("div", { class: "files" });
    this.told = Tesla.make("div", { class: "told-report", role: "status" });
    this.element = Tesla.make("section", { class: "dropping", "aria-label": "Report of files" },
      this.input, this.zone, this.list, this.told);
    this.listen();
  }

  // On the whole page: a file that misses the zone must not be opened instead of the page.
  listen() {
    const over = (on) => this.zone.classList.toggle("over", on);
    addEventListener("dragover", (event) => {
      if (![...event.dataTransfer.types].includes("Files")) return;
      event.preventDefault();
      over(true);
    });
    addEventListener("dragleave", (event) => event.relatedTarget === null && over(false));
    addEventListener("drop", (event) => {
      if (!event.dataTransfer.files.length) return;
      event.preventDefault();
      over(false);
      this.add(event.dataTransfer.files);
    });
  }

  async add(files) {
    for (const file of files) {
      const lines = (await file.text()).replace(/^\ufeff/, "").replace(/\r?\n$/, "").split(/\r?\n/);
      this.files = this.files.filter((one) => one.name !== file.name);
      const role = /^ref/i.test(file.name) || !this.files.length && files.length < 2 ? "reference" : "system";
      this.files.push({ name: file.name, lines, role });
    }
    this.input.value = "";
    this.draw();
  }

  draw() {
    const roles = { reference: "reference", system: "system", none: "leave out" };
    const rows = this.files.map((file) => Tesla.make("tr", {},
      Tesla.make("th", { scope: "row" }, Tesla.make("bdi", {}, file.name)),
      Tesla.make("td", { class: "number" }, `${file.lines.length} segments`),
      Tesla.make("td", {}, Tesla.make("select", {
        "aria-label": `What ${file.name} is`,
        onchange: (event) => { file.role = event.target.value; },
      }, Object.entries(roles).map(([value, text]) =>
        Tesla.make("option", { value, selected: value === file.role }, text))))));
    this.list.replaceChildren(
      Tesla.make("table", {}, Tesla.make("tbody", {}, rows)),
      Tesla.make("button", { type: "button", class: "primary", onclick: () => this.report() }, "Make the report"));
  }

  async report() {
    const of = (role) => this.files.filter((file) => file.role === role);
    const systems = Object.fromEntries(of("system").map((file) => [file.name, file.lines]));
    const references = of("reference").map((file) => file.lines);
    if (!references.length || !of("system").length) {
      this.told.textContent = "Say which file is the reference and which are outputs of systems.";
      return;
    }
    this.told.textContent = "Making the report …";
    try {
      const question = { ...this.asked(), systems, references, references_by: "set" };
      const { path, warnings = [] } = await Tesla.ask("/report", question);
      const link = Tesla.make("a", { href: path, target: "_blank", rel: "noopener" }, "Open the report");
      this.told.replaceChildren(link, " (save it there: this server forgets it when it ends)",
        Tesla.make("ul", { class: "doubts" }, warnings.slice(0, 5).map((text) => Tesla.make("li", {}, text))));
      link.focus();
    } catch (error) {
      this.told.textContent = `No report: ${error.message}`;
    }
  }
};
