// Runs documents that call Python, with the built package and Pyodide in Node.

import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { DialectDescription, Engine, OriginalAnswer, RunResult, Workspace } from "../src/index.js";

const { createEngine } = (await import(
  new URL("../dist/index.js", import.meta.url).href
)) as typeof import("../src/index.js");

/** A document whose `result` is f(4). */
const calling = (code: string): Workspace => ({
  dialect: "unfurl",
  files: {
    "main.yaml": "port: 80\nsecret: {eval: {secret: password}}\nresult: {eval: {python: 'lib/f.py#f', args: 4}}\n",
    "lib/f.py": code,
    "lib/other.py": "NAME = __name__\n",
  },
  secrets: { password: "hunter2" },
  env: { REGION: "eu" },
  seed: 3,
  expression: "result",
});
const endless = calling("def f(context, n):\n    while True: pass\n");

describe.each([
  ["in a worker", true],
  ["in the caller's thread", false],
])("Python %s", (_, worker) => {
  let engine: Engine;
  const run = (code: string): Promise<RunResult> => engine.evaluate(calling(code));
  const valueFrom = async (code: string): Promise<unknown> => {
    const result = await run(code);
    return result.ok ? result.value : result.diagnostics;
  };
  beforeAll(async () => {
    engine = await createEngine({ worker, python: true });
  });
  afterAll(() => engine.close());

  test("runs a function with the context and its arguments", async () => {
    const percents: (number | null)[] = [];
    const code = "def f(context, n):\n    return [n + 1, context.currentResource.name, context.query('port')]\n";
    const result = await engine.evaluate(calling(code), { onLoading: (percent) => percents.push(percent) });
    expect(result.value).toEqual([5, "main", 80]);
    expect([percents[0], percents.at(-1)]).toEqual([0, null]);
  });

  test("reads files and imports modules of the workspace", async () => {
    expect(
      await valueFrom(
        "import other, os\ndef f(context, n):\n" +
          "    return [other.NAME, open('lib/other.py').read(), dict(os.environ)]\n",
      ),
    ).toEqual(["other", "NAME = __name__\n", { REGION: "eu" }]);
  });

  test("points at the line of an exception", async () => {
    const { diagnostics } = await run("def f(context, n):\n    return g(n)\n\ndef g(n):\n    return n / 0\n");
    expect(diagnostics[0]).toMatchObject({ code: "python-exception", span: { file: "lib/f.py", line: 5, column: 12 } });
    expect(diagnostics[0]!.related![0]).toMatchObject({ span: { file: "lib/f.py", line: 2 } });
  });

  test("keeps nothing of an earlier run", async () => {
    expect(await valueFrom("import other\nother.NAME = 'changed'\ndef f(context, n):\n    return other.NAME\n")).toBe(
      "changed",
    );
    expect(await valueFrom("import other\ndef f(context, n):\n    return other.NAME\n")).toBe("other");
  });

  test("can call itself by a query, up to a limit", async () => {
    expect(
      await valueFrom(
        "def f(context, n):\n" +
          "    return n and context.query({'eval': {'python': 'lib/f.py#f', 'args': n - 1}}) or 'end'\n",
      ),
    ).toBe("end");
    expect(
      (await run("def f(context, n):\n    return context.query({'eval': {'python': 'lib/f.py#f', 'args': n}})\n")).ok,
    ).toBe(false);
    expect(await valueFrom("def f(context, n):\n    return n\n")).toBe(4);
  });

  test("survives infinite recursion", async () => {
    expect((await run("def f(context, n):\n    return f(context, n)\n")).diagnostics[0]).toMatchObject({
      code: "python-exception",
    });
    expect(await valueFrom("def f(context, n):\n    return n\n")).toBe(4);
  });

  test("runs a filter and a test from a role of Ansible", async () => {
    const plugin = [
      "from ansible.errors import AnsibleFilterError",
      "class FilterModule(object):",
      "    def filters(self):",
      "        return {'next_port': lambda port, step=1: port + step, 'pair': lambda x: (x, x), 'refuse': self.refuse}",
      "    def refuse(self, value):",
      "        raise AnsibleFilterError('not ' + value)",
    ].join("\n");
    const rendered = (expression: string): Promise<RunResult> =>
      engine.evaluate({
        dialect: "jinja2",
        options: { flavor: "ansible", reference: "2.21" },
        files: {
          "roles/web/filter_plugins/ports.py": plugin,
          "roles/web/test_plugins/ports.py":
            "class TestModule:\n    def tests(self):\n        return {'privileged': lambda port: port < 1024}\n",
        },
        expression,
      });
    expect(
      (await rendered("{{ 80 | next_port(step=2) }} {{ 80 is privileged }} {{ 1 | pair | type_debug }}")).text,
    ).toBe("82 True tuple");
    expect((await rendered("{{ 'this' | refuse }}")).diagnostics[0]).toMatchObject({
      code: "python-exception",
      message: expect.stringContaining("AnsibleFilterError: not this") as string,
      span: { file: "roles/web/filter_plugins/ports.py", line: 6 },
    });
    // The stand-ins for Ansible's modules are removed at the end of the evaluation.
    expect(JSON.stringify(await valueFrom("import ansible\ndef f(context, n):\n    return n\n"))).toContain(
      "ModuleNotFoundError",
    );
  });

  test("runs a lookup from an Ansible repository", async () => {
    const plugin = [
      "from ansible.plugins.lookup import LookupBase",
      "DOCUMENTATION = 'options: {step: {type: int, default: 1}}'",
      "class LookupModule(LookupBase):",
      "    def run(self, terms, variables=None, **kwargs):",
      "        self.set_options(var_options=variables, direct=kwargs)",
      "        return [self._templar.template(term) + str(self.get_option('step')) for term in terms]",
    ].join("\n");
    const { text } = await engine.evaluate({
      dialect: "jinja2",
      options: { flavor: "ansible", reference: "2.21" },
      files: { "lookup_plugins/step.py": plugin },
      expression: "{{ lookup('step', 'a', 'b', step='2') }}",
    });
    expect(text).toBe("a2,b2");
  });

  test("does not show a value computed from a secret", async () => {
    expect(await valueFrom("def f(context, n):\n    return context.query('secret').upper()\n")).toBe("<<REDACTED>>");
  });

  test.each(["js", "pyodide_js", "pyodide.code", "_pyodide_core"])(
    "has no module %s, which would lead out of Python",
    async (name) => {
      expect(JSON.stringify(await valueFrom(`import ${name}\ndef f(context, n):\n    return n\n`))).toContain(
        "ModuleNotFoundError",
      );
    },
  );
});

describe("Python in a worker", () => {
  test("is ended by the time limit, without the loading time, and the next run works", async () => {
    const engine = await createEngine({ python: true, timeMs: 500 });
    expect(await engine.evaluate(endless)).toMatchObject({ ok: false, diagnostics: [{ code: "limit-time" }] });
    expect((await engine.evaluate(calling("def f(context, n):\n    return n\n"))).value).toBe(4);
    engine.close();
  });

  test("is ended at once when the run is aborted", async () => {
    const engine = await createEngine({ python: true });
    const control = new AbortController();
    const run = engine.evaluate(endless, {
      signal: control.signal,
      onLoading: (percent) => percent === null && setTimeout(() => control.abort(), 300),
    });
    await expect(run).rejects.toMatchObject({ name: "AbortError" });
    engine.close();
  });
});

test("synchronous evaluations run Python once it is loaded", async () => {
  const engine = await createEngine({ worker: false, python: true });
  const workspace = calling("def f(context, n): return n + 1\n");
  const prepared = engine.prepare(workspace);
  expect(() => engine.evaluateSync(workspace)).toThrow("Python is not loaded yet");
  expect(() => prepared.evaluate()).toThrow("Python is not loaded yet");
  expect((await engine.evaluate(workspace)).value).toBe(5);
  expect([engine.evaluateSync(workspace).value, prepared.evaluate().value]).toEqual([5, 5]);
  engine.close();
});

test("Python runs only if it is allowed", async () => {
  const engine = await createEngine();
  expect((await engine.evaluate(endless)).diagnostics[0]).toMatchObject({ code: "python-unavailable" });
  engine.close();
});

test("the reason is reported if Python cannot be loaded", async () => {
  const engine = await createEngine({ python: { files: "file:///nowhere/" } });
  const { diagnostics } = await engine.evaluate(endless);
  expect(diagnostics[0]).toMatchObject({
    code: "python-unavailable",
    message: expect.stringContaining("could not be loaded") as string,
  });
  engine.close();
});

// The originals as packed for the page, if Debian's packages are installed (scripts/setup originals).
const packages = `${process.env["EVG_DEPS_DIR"] ?? fileURLToPath(new URL("../../.deps", import.meta.url))}/originals`;
const { originalArchives } = (await import(new URL("../../web/plugins/originals.ts", import.meta.url).href)) as {
  originalArchives(packages: string, descriptions: readonly DialectDescription[]): Map<string, Uint8Array>;
};
const describing = await createEngine({ worker: false });
const archives = originalArchives(packages, await describing.describe());
describing.close();

describe.skipIf(archives.size === 0)("the original", () => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await createEngine({ python: true });
  });
  afterAll(() => engine.close());
  const originalOf = (name: string): { name: string; archive: Uint8Array } => ({ name, archive: archives.get(name)! });
  const ask = (workspace: Workspace): Promise<OriginalAnswer> =>
    engine.askOriginal(workspace, { original: originalOf(workspace.dialect) });

  test("of Jinja2 renders templates with their files, and reports errors", async () => {
    const files = { "a.j2": "{% include 'sub/b.j2' %} {{ x | upper }}\n", "sub/b.j2": "B\n" };
    expect(await ask({ dialect: "jinja2", files, vars: { x: "é" } })).toEqual({ name: "jinja2 3.1.2", text: "B É" });
    // An expression is a template, whose value counts with native types.
    const sum = { dialect: "jinja2", expression: "{{ x + 1 }}", vars: { x: 2n ** 64n } };
    expect(await ask(sum)).toEqual({ name: "jinja2 3.1.2", text: "18446744073709551617" });
    expect(await ask({ ...sum, options: { native: true } })).toEqual({
      name: "jinja2 3.1.2",
      json: "18446744073709551617",
    });
    expect((await ask({ dialect: "jinja2", main: "{{ a.b.c }}" })).error).toBe("UndefinedError: 'a' is undefined");
  });

  test("of YAQL evaluates queries", async () => {
    expect(await ask({ dialect: "yaql", expression: "$.a.select($ * 2).where($ > 2)", data: { a: [1, 2] } })).toEqual({
      name: "yaql 2.0.0",
      json: "[4]",
    });
  });

  test("receives no secret and nothing of another workspace", async () => {
    await ask({ dialect: "jinja2", files: { "a.j2": "1", "left.j2": "2" } });
    const text = "{% include ['left.j2', 'none.j2'] ignore missing %}{{ secrets }}";
    const answer = await ask({ dialect: "jinja2", files: { "a.j2": text }, secrets: { pw: "hunter2" } });
    expect(answer.text).toBe("");
  });

  test("is ended if it never ends", async () => {
    const main = "{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}";
    await expect(
      engine.askOriginal({ dialect: "jinja2", main }, { original: originalOf("jinja2"), timeMs: 500 }),
    ).rejects.toMatchObject({ kind: "late" });
  });
});
