// Antora and Asciidoctor.js: marked listings become examples that readers can run.
//
//   [source,yaql,role=evalground,data='[1,2,3]']      asciidoc:
//   ----                                                extensions: [./evalground.js]
//   $.where($ > 1)
//   ----
//
//   [.evalground-output]
//   ----
//   [2, 3]
//   ----
//
// The page needs the playground's script. In Antora it comes from a supplemental UI partial, head-meta.hbs: <script
// src="/evalground/embed.js" defer></script>
//
// In addition to the role a block may have: dialect, expression, data, vars, inputs, options, … (JSON or YAML),
// file, editable, show, view, height. `evalground check-docs` reads the same blocks.

const languages = {
  // described: languages, by scripts/describe
  unfurl: ["unfurl", "main.yaml"],
  jinja2: ["jinja2", "main.j2"],
  jinja: ["jinja2", "main.j2"],
  j2: ["jinja2", "main.j2"],
  "html+jinja": ["jinja2", "main.j2"],
  django: ["jinja2", "main.j2"],
  ansible: ["ansible", "main.j2"],
  "yaml+jinja": ["ansible", "main.j2"],
  yaql: ["yaql", null],
  heat: ["heat", "main.yaml"],
  hot: ["heat", "main.yaml"],
  cfengine: ["cfengine", "main.cf"],
  cfengine3: ["cfengine", "main.cf"],
  cf3: ["cfengine", "main.cf"],
  dcontroller: ["dcontroller", "main.yaml"],
  "delta-controller": ["dcontroller", "main.yaml"],
  // end
};
// described: marks, by scripts/describe
const passed = [
  ..."data local vars inputs attributes classes env options limits seed".split(" "),
  ..."dialect operation expression resource clock".split(" "),
  ..."editable show hide view lines run loading height max-height theme mode expect depends label title id".split(" "),
];
// end

const escaped = (text) =>
  text.replace(/[&<>"]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[sign]);

/** Adds a part of the next example, a file or the value of a key, to the attributes of its element. */
function addPart(parts, block) {
  const key = block.getAttribute("key");
  const file = block.getAttribute("file");
  if (key === "files" && file !== undefined) parts.files = { ...parts.files, [file]: `${block.getSource()}\n` };
  else if (key !== "files" && passed.includes(key)) parts[key] = block.getSource();
  else console.warn(`evalground: ${key === "files" ? '"files" needs "file"' : `a workspace has no key "${key}"`}`);
}

/** The attributes of the element for a block. */
function attributesOf(block, [dialect, usual], { files, ...values }) {
  const words = { ...values };
  for (const name of passed) if (block.getAttribute(name) !== undefined) words[name] = block.getAttribute(name);
  words.dialect = dialect;
  if (block.getTitle() !== undefined) words.title = block.getTitle();
  const file = block.getAttribute("file") ?? usual;
  if (file === null) words.expression = block.getSource();
  const all = { ...(file !== null && { [file]: `${block.getSource()}\n` }), ...files };
  if (Object.keys(all).length > 0) words.files = JSON.stringify(all);
  return words;
}

/** The element that replaces a block; null if the block is kept. Its parts are attributes, so no source can end it. */
function element(block, output, parts) {
  const named = block.getAttribute("dialect") ?? block.getAttribute("language") ?? "";
  if (!Object.hasOwn(languages, named)) {
    console.warn(`evalground: the block needs a dialect: its language is "${named}"`);
    return null;
  }
  const words = attributesOf(block, languages[named], parts);
  // Shown to readers without JavaScript. The element has the role and the id.
  block.removeRole("evalground");
  block.setId(undefined);
  const inner = [block.convert()];
  if (output) inner.push(`<output slot="fallback">${output.convert()}</output>`);
  const given = Object.entries(words).map(([name, value]) => ` ${name}="${escaped(value)}"`);
  return `<evalground-embed${given.join("")}>\n${inner.join("\n")}\n</evalground-embed>`;
}

module.exports.register = function register(registry) {
  registry.treeProcessor(function () {
    this.process((document) => {
      let parts = {};
      for (const block of document.findBy({ context: "listing" })) {
        if (!block.hasRole("evalground")) continue;
        if (block.getAttribute("key") !== undefined) {
          addPart(parts, block);
          block.removeRole("evalground"); // for the page's script it is no example
          continue;
        }
        const siblings = block.getParent().getBlocks();
        const at = siblings.indexOf(block);
        const output = siblings[at + 1]?.hasRole?.("evalground-output") ? siblings[at + 1] : undefined;
        const html = element(block, output, parts);
        if (html === null) continue;
        parts = {};
        siblings.splice(at, output ? 2 : 1, this.createBlock(block.getParent(), "pass", html, { subs: [] }));
      }
      return document;
    });
  });
};
