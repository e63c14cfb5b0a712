// Runs before the first paint: takes up the theme, the arrangement and the sizes of the panes that this browser remembers,
// so that nothing flashes or jumps when the page itself arrives.
(function () {
  var root = document.documentElement;
  var kept = {};
  try {
    kept = JSON.parse(localStorage.getItem("evalground.settings") || "{}");
    var sizes = JSON.parse(localStorage.getItem("evalground.sizes") || "{}");
    for (var name in sizes) if (/^[a-z]+$/.test(name)) root.style.setProperty("--size-" + name, Number(sizes[name]) + "%");
  } catch (refused) {
    // Storage that is denied or damaged means the defaults.
  }
  var dark = kept.theme === "dark" || (kept.theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  root.dataset.theme = dark ? "dark" : "light";
  var wide = matchMedia("(min-width: 1200px)").matches;
  var medium = matchMedia("(min-width: 700px), (min-width: 600px) and (max-height: 480px)").matches;
  root.dataset.layout = wide ? "wide" : medium ? "medium" : "narrow";
})();
