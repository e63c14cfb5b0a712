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
  var size = parseFloat(getComputedStyle(root).fontSize) / 16;
  var width = innerWidth / size;
  var isMedium = width >= 700 || (width >= 600 && innerHeight / size <= 480);
  root.dataset.layout = width >= 1200 ? "wide" : isMedium ? "medium" : "narrow";
})();
