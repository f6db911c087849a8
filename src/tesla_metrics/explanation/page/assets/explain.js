// A page of explanations, one section each.

document.addEventListener("DOMContentLoaded", () => {
  const main = document.querySelector("main");
  for (const { title, names, explanations } of Tesla.data("articles", [])) {
    const place = Tesla.make("div");
    main.append(Tesla.make("article", {}, title ? Tesla.make("h2", {}, title) : null, place));
    Tesla.view(place, explanations[0], { other: explanations[1] ?? null, names });
  }
});
