// Runs before the first paint: takes up the theme, the arrangement and the sizes of the panes that this browser
// remembers, so that nothing flashes or jumps when the page itself arrives. Has the engine of the dialect fetched that
// the draft will likely have: of a link's draft nothing is known yet.
(() => {
  var root = document.documentElement;
  var kept = {};
  var sizes = {};
  try {
    kept = JSON.parse(localStorage.getItem("evalground.settings") || "{}");
    sizes = JSON.parse(localStorage.getItem("evalground.sizes") || "{}");
    for (var name in sizes)
      if (/^[a-z]+$/.test(name)) root.style.setProperty(`--size-${name}`, `${Number(sizes[name])}%`);
  } catch {
    // Storage that is denied or damaged means the defaults.
  }
  var dark = kept.theme === "dark" || (kept.theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  root.dataset.theme = dark ? "dark" : "light";
  var size = parseFloat(getComputedStyle(root).fontSize) / 16;
  var width = innerWidth / size;
  var isMedium = width >= 700 || (width >= 600 && innerHeight / size <= 480);
  root.dataset.layout = width >= 1200 ? "wide" : isMedium ? "medium" : "narrow";
  var told = document.querySelector('meta[name="engine"]');
  var modules = told ? JSON.parse(told.content) : {};
  var expected = Object.keys(modules)[0];
  try {
    expected = JSON.parse(localStorage.getItem("evalground.dialect")) || expected;
  } catch {
    // As above.
  }
  if (location.hash.length > 1 || !modules[expected]) return;
  root.dataset.expected = expected;
  var hint = document.createElement("link");
  hint.rel = "preload";
  hint.as = "fetch";
  hint.type = "application/wasm";
  hint.crossOrigin = "anonymous";
  hint.href = modules[expected];
  // Behind the first paint, which needs the network for itself; what is in the background is never painted.
  var isHinted = false;
  var begin = () => {
    if (!isHinted) document.head.append(hint);
    isHinted = true;
  };
  requestAnimationFrame(() => setTimeout(begin));
  setTimeout(begin, 250);
})();
