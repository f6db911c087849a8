// A table of any length: only the rows that are seen are there. On paper there are all, up to some.

// columns: {name, title, width, narrow, minor, cell(row), key(row), class}; rows are numbers; open(row).
Tesla.Grid = class {
  PRINTED = 500;

  constructor({ label, columns, open }) {
    Object.assign(this, { label, columns, open });
    this.rows = [];
    this.active = 0;
    this.chosen = null;
    this.sorted = { column: columns[0], down: false };
    this.head = Tesla.make("div", { class: "grid-row head", role: "row", "aria-rowindex": 1 });
    this.space = Tesla.make("div", { class: "space", role: "rowgroup" });
    this.element = Tesla.make(
      "div",
      {
        class: "grid",
        role: "grid",
        tabindex: 0,
        "aria-label": label,
        onscroll: () => this.later(),
        onkeydown: (event) => this.press(event),
        onfocus: () => this.show(),
      },
      Tesla.make("div", { role: "rowgroup", class: "heads" }, this.head),
      this.space
    );
    this.seen = new Map();
    new ResizeObserver(() => this.measure()).observe(this.element);
    for (const event of ["beforeprint", "afterprint"]) addEventListener(event, () => this.paint());
    this.setColumns(columns);
  }

  setColumns(columns) {
    this.columns = columns;
    const kept = columns.find((column) => column.name === this.sorted.column.name);
    this.sorted.column = kept ?? columns[0];
    this.element.setAttribute("aria-colcount", columns.length);
    this.head.replaceChildren(...columns.map((column) => this.heading(column)));
    this.measure();
  }

  heading(column) {
    const own = this.sorted.column === column;
    const sort = own ? (this.sorted.down ? "descending" : "ascending") : "none";
    const arrow = own ? (this.sorted.down ? "▼" : "▲") : "";
    return Tesla.make(
      "div",
      { role: "columnheader", class: `grid-cell ${column.class ?? ""}`, "aria-sort": sort },
      Tesla.make(
        "button",
        { type: "button", title: column.title, onclick: () => this.sortBy(column) },
        Tesla.make("span", {}, column.name),
        Tesla.make("span", { class: "arrow", "aria-hidden": "true" }, arrow)
      )
    );
  }

  sortBy(column) {
    const own = this.sorted.column === column;
    this.sorted = { column, down: own ? !this.sorted.down : Boolean(column.down) };
    const focused = [...this.head.children].findIndex((cell) => cell.contains(document.activeElement));
    this.setColumns(this.columns);
    this.head.children[focused]?.firstChild.focus();
    this.setRows(this.rows);
  }

  // Those that are left, in any order.
  setRows(rows) {
    const key = this.sorted.column.key,
      sign = this.sorted.down ? -1 : 1;
    const keyed = Array.from(rows, (row) => [key(row), row]);
    keyed.sort(([a, x], [b, y]) => (a < b ? -sign : a > b ? sign : 0) || x - y);
    this.rows = keyed.map(([, row]) => row);
    this.active = Math.max(0, this.rows.indexOf(this.chosen));
    this.element.setAttribute("aria-rowcount", this.rows.length + 1);
    this.element.scrollTop = 0;
    this.redraw();
  }

  measure() {
    const narrow = this.element.clientWidth < 640;
    const medium = this.element.clientWidth < 820;
    this.element.classList.toggle("narrow", narrow);
    this.element.classList.toggle("medium", medium);
    const shown = this.columns.filter((column) => (!medium || !column.minor) && (!narrow || column.narrow));
    this.element.style.setProperty(
      "--columns",
      shown.map((column) => (narrow && column.narrow) || column.width).join(" ")
    );
    this.height = narrow ? 64 : 38;
    this.element.style.setProperty("--row", `${this.height}px`);
    this.redraw();
  }

  redraw() {
    const all = this.rows.length * this.height;
    this.space.style.height = `${all}px`;
    this.element.style.setProperty("--all", `${Math.max(all, this.height) + this.head.offsetHeight + 4}px`);
    this.seen.clear();
    this.space.replaceChildren();
    this.paint();
  }

  later() {
    this.frame ??= requestAnimationFrame(() => {
      this.frame = null;
      this.paint();
    });
  }

  paint() {
    const seen = Math.floor(this.element.scrollTop / this.height);
    const from = Tesla.printing ? 0 : Math.max(0, seen - 6);
    const room = Tesla.printing ? this.PRINTED : Math.ceil(this.element.clientHeight / this.height) + 12;
    const to = Math.min(this.rows.length, from + room);
    for (const [place, row] of this.seen) {
      if (place < from || place >= to) {
        row.remove();
        this.seen.delete(place);
      }
    }
    for (let place = from; place < to; place++) {
      if (!this.seen.has(place)) this.seen.set(place, this.space.appendChild(this.row(place)));
    }
    // Paper has them in the order in which they stand here.
    if (Tesla.printing) for (let place = from; place < to; place++) this.space.append(this.seen.get(place));
    this.mark();
  }

  row(place) {
    const number = this.rows[place];
    const row = Tesla.make(
      "div",
      {
        role: "row",
        class: "grid-row",
        id: `row-${number}`,
        "aria-rowindex": place + 2,
        onclick: () => this.choose(place),
      },
      this.columns.map((column) =>
        Tesla.make("div", { role: "gridcell", class: `grid-cell ${column.class ?? ""}` }, column.cell(number))
      )
    );
    row.style.transform = `translateY(${place * this.height}px)`;
    return row;
  }

  mark() {
    const active = this.seen.get(this.active);
    for (const [place, row] of this.seen) {
      row.classList.toggle("active", place === this.active);
      row.setAttribute("aria-selected", String(this.rows[place] === this.chosen));
    }
    if (active) this.element.setAttribute("aria-activedescendant", active.id);
    else this.element.removeAttribute("aria-activedescendant");
  }

  // Scrolls so that the active row is seen.
  show() {
    if (!this.rows.length) return;
    const top = this.active * this.height,
      head = this.head.offsetHeight;
    const room = this.element.clientHeight - head - this.height;
    if (top < this.element.scrollTop) this.element.scrollTop = top;
    else if (top > this.element.scrollTop + room) this.element.scrollTop = top - room;
    this.paint();
  }

  move(place) {
    this.active = Math.max(0, Math.min(this.rows.length - 1, place));
    this.show();
  }

  choose(place) {
    this.move(place);
    if (this.rows.length) this.open(this.rows[this.active]);
  }

  // A row is open, by whatever way.
  setChosen(row) {
    this.chosen = row;
    const place = this.rows.indexOf(row);
    if (place >= 0) this.move(place);
    else this.mark();
  }

  press(event) {
    if (event.target !== this.element) return;
    const page = Math.max(1, Math.floor(this.element.clientHeight / this.height) - 2);
    const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page };
    if (event.key in steps) this.move(this.active + steps[event.key]);
    else if (event.key === "Home") this.move(0);
    else if (event.key === "End") this.move(this.rows.length - 1);
    else if (event.key === "Enter" || event.key === " ") this.choose(this.active);
    else return;
    event.preventDefault();
  }
};
