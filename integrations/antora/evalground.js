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
// In addition to the role a block may have: dialect, expression, data, vars, inputs, options, … (JSON), file, editable,
// show, view, height. `evalground check-docs` reads the same blocks.

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
const inputs = ["data", "local", "vars", "inputs", "attributes", "classes", "env", "options", "limits"];
const passed = "operation expression resource editable show hide view lines run height theme".split(" ");

const escaped = (text) =>
  text.replace(/[&<>"]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[sign]);

/** The element that replaces a block; null if the block is kept. */
function element(block, output) {
  const named = block.getAttribute("dialect") ?? block.getAttribute("language");
  if (!Object.hasOwn(languages, named ?? "")) return null;
  const [dialect, path] = languages[named];
  const words = { dialect };
  for (const name of passed) if (block.getAttribute(name) !== undefined) words[name] = block.getAttribute(name);
  if (block.getTitle() !== undefined) words.title = block.getTitle();
  if (path === null) words.expression = block.getSource();
  const values = {};
  for (const name of inputs) {
    if (block.getAttribute(name) !== undefined) values[name] = JSON.parse(block.getAttribute(name));
  }
  if (path !== null) values.files = { [block.getAttribute("file") ?? path]: `${block.getSource()}\n` };
  const parts = [];
  // JSON without "<", so that no source can end the script element or become markup.
  for (const [key, value] of Object.entries(values)) {
    const json = JSON.stringify(value).replace(/</g, "\\u003c");
    parts.push(`<script type="application/json" data-key="${key}">${json}</script>`);
  }
  // Shown to readers without JavaScript. The role is removed because the element has it.
  block.removeRole("evalground");
  parts.push(block.convert());
  if (output) parts.push(`<output slot="fallback">${output.convert()}</output>`);
  const given = Object.entries(words).map(([name, value]) => ` ${name}="${escaped(value)}"`);
  return `<evalground-embed${given.join("")}>\n${parts.join("\n")}\n</evalground-embed>`;
}

module.exports.register = function register(registry) {
  registry.treeProcessor(function () {
    this.process((document) => {
      for (const block of document.findBy({ context: "listing" })) {
        if (!block.hasRole("evalground")) continue;
        const siblings = block.getParent().getBlocks();
        const at = siblings.indexOf(block);
        const output = siblings[at + 1]?.hasRole?.("evalground-output") ? siblings[at + 1] : undefined;
        const html = element(block, output);
        if (html === null) continue;
        siblings.splice(at, output ? 2 : 1, this.createBlock(block.getParent(), "pass", html, { subs: [] }));
      }
      return document;
    });
  });
};
