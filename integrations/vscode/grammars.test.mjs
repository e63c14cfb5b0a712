// Tests the highlighting: words of samples have the expected scopes, with the libraries that VS Code uses.
// Run by `node --test integrations/vscode/grammars.test.mjs`.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { before, test } from "node:test";
import { fileURLToPath } from "node:url";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const json = (path) => JSON.parse(readFileSync(here(path), "utf8"));
const require = createRequire(here("../../wasm/package.json"));
const oniguruma = require("vscode-oniguruma");
const { INITIAL, Registry } = require("vscode-textmate");
const { contributes } = json("package.json");

/** Stands in for the grammars of VS Code's own extensions: a quoted text, in which templates must be found too. */
const host = (scopeName) => ({
  scopeName,
  patterns: [
    { name: "string.quoted.double.host", begin: '"', end: '"' },
    { name: "comment.line.host", begin: "#", end: "$" },
  ],
});

let registry;
before(async () => {
  const bytes = readFileSync(require.resolve("vscode-oniguruma").replace("main.js", "onig.wasm"));
  await oniguruma.loadWASM(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
  const paths = new Map(contributes.grammars.map(({ scopeName, path }) => [scopeName, path]));
  registry = new Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async (scope) => (paths.has(scope) ? json(paths.get(scope)) : host(scope)),
  });
});

/** The innermost scope of each word of a sample, in order. */
async function scopes(language, text) {
  const { scopeName } = contributes.grammars.find((each) => each.language === language);
  const grammar = await registry.loadGrammar(scopeName);
  let stack = INITIAL;
  return text.split("\n").flatMap((line) => {
    const { tokens, ruleStack } = grammar.tokenizeLine(line, stack);
    stack = ruleStack;
    return tokens.map(({ startIndex, endIndex, scopes: all }) => [
      line.slice(startIndex, endIndex).trim(),
      all.length === 1 ? "" : all.at(-1).replace(/\.[^.]+$/, ""),
    ]);
  });
}

/** Checks that the sample has these words with these scopes, in this order. Other words may be between. */
async function expectScopes(language, text, expected) {
  const all = await scopes(language, text);
  let from = 0;
  for (const [word, scope] of expected) {
    const at = all.findIndex((token, index) => index >= from && token[0] === word && token[1] === scope);
    assert.ok(at >= 0, `"${word}" as ${scope || "plain text"}, in order, in\n${JSON.stringify(all, null, 1)}`);
    from = at + 1;
  }
}

test("a template", () =>
  expectScopes(
    "jinja",
    "{# note #}a{%- for user in users | sort(reverse=true) -%}{{ user.name ~ 'x\\n' }}{% endfor %}",
    [
      ["note", "comment.block"],
      ["a", ""],
      ["{%-", "punctuation.definition.tag"],
      ["for", "keyword.control"],
      ["user", "variable.other"],
      ["in", "keyword.operator.word"],
      ["users", "variable.other"],
      ["sort", "support.function.filter"],
      ["reverse", "variable.parameter"],
      ["true", "constant.language"],
      ["-%}", "punctuation.definition.tag"],
      ["{{", "punctuation.definition.output"],
      ["name", "variable.other.property"],
      ["~", "keyword.operator"],
      ["\\n", "constant.character.escape"],
      ["}}", "punctuation.definition.output"],
      ["endfor", "keyword.control"],
    ],
  ));

test("macros, tests, calls and raw text", () =>
  expectScopes(
    "jinja",
    "{% macro greet(name) %}{{ greet(3) if x is not defined }}{% raw %}{{ a }}{% endraw %}{{ b }}",
    [
      ["macro", "keyword.control"],
      ["greet", "entity.name.function"],
      ["greet", "entity.name.function"],
      ["3", "constant.numeric"],
      ["if", "keyword.operator.word"],
      ["is", "keyword.operator.word"],
      ["not", "keyword.operator.word"],
      ["defined", "support.function.test"],
      ["raw", "keyword.control"],
      ["{{ a }}", "string.unquoted.raw"],
      ["endraw", "keyword.control"],
      ["b", "variable.other"],
    ],
  ));

for (const language of ["jinja-yaml", "jinja-html", "jinja-json", "jinja-shell", "jinja-ini"]) {
  test(`${language}: templates in texts and comments of the other format`, () =>
    expectScopes(language, 'a "b {{ c | upper }} d" {% if e %} # f {{ g }}', [
      ["b", "string.quoted.double"],
      ["c", "variable.other"],
      ["upper", "support.function.filter"],
      ["d", "string.quoted.double"],
      ["if", "keyword.control"],
      ["e", "variable.other"],
      ["f", "comment.line"],
      ["g", "variable.other"],
    ]));
}

test("a query", () =>
  expectScopes("yaql", "$.servers.where($.up and $size > 1.5).toDict(key => `a`, 'b')", [
    ["$", "variable.language"],
    ["servers", "variable.other.property"],
    ["where", "entity.name.function"],
    ["and", "keyword.operator.word"],
    ["$size", "variable.other"],
    [">", "keyword.operator"],
    ["1.5", "constant.numeric"],
    ["key", "variable.parameter"],
    ["=>", "keyword.operator.arrow"],
    ["`", "string.quoted.other"],
    ["b", "string.quoted.single"],
  ]));

const policy = `# note
bundle agent main(one, two)
{
  vars:
    linux.!web::
      "n" int => length("@(list)"), policy => "free";
  reports:
    "n is $(n.\${m})" -> { "x" };
}`;
test("a policy", () =>
  expectScopes("cfengine3", policy, [
    ["# note", "comment.line.number-sign"],
    ["bundle", "storage.type"],
    ["agent", "storage.modifier"],
    ["main", "entity.name.function"],
    ["one", "variable.parameter"],
    ["vars", "keyword.control.promise"],
    ["linux.!web::", "keyword.control.class"],
    ["n", "string.quoted.double"],
    ["int", "variable.parameter.attribute"],
    ["=>", "keyword.operator.arrow"],
    ["length", "support.function"],
    ["list", "variable.other"],
    ["policy", "variable.parameter.attribute"],
    ["reports", "keyword.control.promise"],
    ["m", "variable.other"],
    ["->", "keyword.operator"],
  ]));

test("each language has its grammar, its configuration, and activates the extension", () => {
  const manifest = json("package.json");
  for (const { id, configuration } of contributes.languages) {
    assert.ok(existsSync(here(configuration)), configuration);
    json(configuration);
    assert.ok(
      contributes.grammars.some(({ language }) => language === id),
      `${id} has no grammar`,
    );
    assert.ok(manifest.activationEvents.includes(`onLanguage:${id}`), id);
    assert.ok(contributes.configuration.properties["evalground.languages"].default.includes(id), id);
  }
  assert.ok(!manifest.activationEvents.includes("onLanguage:yaml"));
});

test("the regular expressions of language configurations compile", () => {
  for (const { configuration } of contributes.languages) {
    const { folding, indentationRules, wordPattern } = json(configuration);
    const patterns = [...Object.values(folding?.markers ?? {}), ...Object.values(indentationRules ?? {}), wordPattern];
    for (const pattern of patterns) if (pattern !== undefined) new RegExp(pattern);
  }
});
