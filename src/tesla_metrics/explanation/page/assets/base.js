"use strict";
// What all scripts of a page share. Nothing here or elsewhere makes markup of text.
const Tesla = {};

// A value from the page, or what stands for one that is not there.
Tesla.data = (id, otherwise = null) => {
  const found = document.getElementById(id);
  return found ? JSON.parse(found.textContent) : otherwise;
};

// Packed bytes from the page, unpacked.
Tesla.unpack = async (id) => {
  const text = atob(document.getElementById(id).textContent);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).arrayBuffer();
};

// An element. Attributes that are null or false are left out, `on...` are listeners; children are
// elements or plain text.
Tesla.make = (name, attributes = {}, ...children) =>
  Tesla.fill(document.createElement(name), attributes, children);

Tesla.draw = (name, attributes = {}, ...children) =>
  Tesla.fill(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);

Tesla.fill = (element, attributes, children) => {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
};

// Numbers as people read them: a true minus, and no minus before nothing.
Tesla.number = (value, digits = 3) => {
  if (value === null || value === undefined || Number.isNaN(value)) return "–";
  if (!Number.isFinite(value)) return value > 0 ? "∞" : "−∞";
  const text = Math.abs(value).toFixed(digits);
  return value < 0 && Number(text) !== 0 ? `−${text}` : text;
};

// Light, dark, or as the system has it; kept where that is allowed (a sandbox has no storage).
Tesla.theme = {
  key: "tesla-theme",
  names: { auto: "◐ System", light: "☀ Light", dark: "☾ Dark" },
  kept() {
    try {
      return localStorage.getItem(this.key) || "auto";
    } catch {
      return "auto";
    }
  },
  set(name) {
    if (name === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = name;
    try {
      localStorage.setItem(this.key, name);
    } catch {
      // It lasts as long as the page does.
    }
  },
  chooser() {
    const options = Object.entries(this.names).map(([value, text]) =>
      Tesla.make("option", { value, selected: value === this.kept() }, text));
    const onchange = (event) => this.set(event.target.value);
    return Tesla.make("select", { class: "theme", "aria-label": "Theme", onchange }, options);
  },
};

Tesla.theme.set(Tesla.theme.kept());
document.addEventListener("DOMContentLoaded", () => {
  document.querySelector("body > header:not(.unseen)")?.append(Tesla.theme.chooser());
});
