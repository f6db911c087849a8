// A page of explanations, one section each.

document.addEventListener("DOMContentLoaded", () => {
  const main = document.querySelector("main");
  for (const { title, explanation } of Tesla.data("explanations", [])) {
    const place = Tesla.make("div");
    main.append(Tesla.make("article", {}, title ? Tesla.make("h2", {}, title) : null, place));
    Tesla.view(place, explanation);
  }
});
