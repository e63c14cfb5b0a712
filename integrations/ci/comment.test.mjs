// node --test integrations/ci/comment.test.mjs
import assert from "node:assert/strict";
import { execFile, execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { commentOf, kindOf, kinds, linkTo, placeOf } from "./comment.mjs";

const command = fileURLToPath(new URL("../../build/native/evalground", import.meta.url));
const { mark } = kinds.docs;
const script = fileURLToPath(new URL("comment.mjs", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "evalground-"));
after(() => rmSync(folder, { recursive: true }));

const result = (line, text, workspace) => ({
  message: { text },
  locations: [{ physicalLocation: { artifactLocation: { uri: "docs/a%20b.md" }, region: { startLine: line } } }],
  properties: { workspace },
});
const sarif = (...results) => ({ runs: [{ tool: { driver: { version: "0.1.0" } }, results }] });
const sum = { dialect: "yaql", expression: "$.sum()", data: [1, 2] };

test("nothing wrong is no comment", () => {
  assert.equal(commentOf(sarif(), "https://x"), "");
});

test("a difference is shown in a fence that it cannot end, with its link", () => {
  const comment = commentOf(sarif(result(3, "the output is out of date\n-````\n+3\n", sum)), "https://x/");
  assert.ok(comment.startsWith(`${mark}\n\nOne example is`));
  assert.ok(comment.includes("**`docs/a b.md:3`**\n\n`````diff\nthe output is out of date\n-````\n+3\n`````"));
  assert.match(comment, /\[Reproduce it in the playground\]\(https:\/\/x\/#w1\.d\.[\w-]+\.[0-9a-f]{8}\)$/);
});

test("a link that would be cut is left out, and so are differences beyond the twentieth", () => {
  const random = Array.from({ length: 9000 }, (_, at) =>
    String.fromCharCode(33 + ((at * at * 7919 + at * 31) % 90)),
  ).join("");
  const many = Array.from({ length: 23 }, () =>
    result(1, "x", { dialect: "yaql", expression: random + Math.random() }),
  );
  const comment = commentOf(sarif(...many), "https://x");
  assert.ok(comment.endsWith("And 3 more."));
  assert.ok(comment.length < 60_000);
});

test("the command reads the link", { skip: !existsSync(command) && "the command is not built" }, () => {
  assert.equal(execFileSync(command, ["eval", linkTo(sum, "https://x", "0.1.0")], { encoding: "utf8" }), "3\n");
});

test("what check-docs reports becomes a comment", { skip: !existsSync(command) && "the command is not built" }, () => {
  const path = join(folder, "page.md");
  writeFileSync(path, "```yaql {.evalground data='[1, 2]'}\n$.sum()\n```\n\n```output\n4\n```\n");
  const { stdout, status } = spawnSync(command, ["check-docs", "--format", "sarif", path], { encoding: "utf8" });
  assert.equal(status, 1);
  const comment = commentOf(JSON.parse(stdout), "https://x");
  assert.ok(comment.includes("page.md:6`**"));
  assert.ok(comment.includes("-4\n+3\n"));
  const [link] = /https:\/\/x[^)]*/.exec(comment);
  assert.equal(execFileSync(command, ["eval", link], { encoding: "utf8" }), "3\n");
});

const change = (snapshot, line, text, properties) => ({
  message: { text: `${snapshot}: ${text}` },
  locations: [{ physicalLocation: { artifactLocation: { uri: "vars/all.yml" }, region: { startLine: line } } }],
  properties: { snapshot, link: "", before: "", ...properties },
});
const snapshots = (...results) => ({
  runs: [{ tool: { driver: { version: "0.1.0", rules: [{ id: "snapshot-changed" }] } }, results }],
});

test("snapshots are told by their rule, and changes of one are said together, with both links", () => {
  assert.equal(kindOf(snapshots()), kinds.snapshots);
  assert.equal(kindOf(sarif()), kinds.docs);
  assert.equal(commentOf(snapshots(), "https://x"), "");
  const links = { link: "#w1.d.b.1", before: "#w1.d.a.1" };
  const comment = commentOf(
    snapshots(change("app host=a", 1, 'text line 2: "x" -> "```"', links), change("app host=a", 4, "+ 5", links)),
    "https://x/",
  );
  assert.ok(comment.startsWith(`${kinds.snapshots.mark}\n\nOne result has changed.`));
  assert.ok(
    comment.includes('````text\ntext line 2: "x" -> "```"  (vars/all.yml:1)\n+ 5  (vars/all.yml:4)\n````'),
    comment,
  );
  assert.ok(comment.endsWith("Open it [as it was](https://x/#w1.d.a.1), or [as it is now](https://x/#w1.d.b.1)"));
});

test("a link of a snapshot that would be cut is left out", () => {
  const comment = commentOf(snapshots(change("a", 1, "1 -> 2", { link: `#${"x".repeat(9000)}` })), "https://x");
  assert.ok(!comment.includes("Open it"));
});

test("a job without a merge request or a token has no place for comments", () => {
  const event = join(folder, "push.json");
  writeFileSync(event, JSON.stringify({ ref: "refs/heads/main" }));
  assert.equal(placeOf({ GITHUB_EVENT_PATH: event, GITHUB_TOKEN: "t" }), null);
  assert.equal(placeOf({ CI_MERGE_REQUEST_IID: "1" }), null);
});

/** A server that stores comments, like GitHub and GitLab. */
async function forge(run) {
  const comments = [{ id: 1, body: "Another comment" }];
  const asked = [];
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    const path = new URL(request.url, "http://x").pathname;
    asked.push(`${request.method} ${path}`);
    const id = Number(path.split("/").at(-1));
    if (request.method === "POST") comments.push({ id: comments.length + 1, ...JSON.parse(text) });
    if (request.method === "PATCH" || request.method === "PUT")
      comments.find((one) => one.id === id).body = JSON.parse(text).body;
    response.end(JSON.stringify(comments));
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  try {
    await run(`http://127.0.0.1:${server.address().port}`, comments, asked);
  } finally {
    server.close();
  }
}

const report = join(folder, "report.sarif");
async function comment(findings, environment) {
  writeFileSync(report, JSON.stringify(findings));
  const plain = { PATH: process.env.PATH };
  return promisify(execFile)(process.execPath, [script, report, "--site", "https://x"], {
    env: { ...plain, ...environment },
  });
}

test("on GitHub it is written once, then edited, and says so when all is right", async () => {
  const event = join(folder, "event.json");
  writeFileSync(event, JSON.stringify({ pull_request: { number: 7 } }));
  const summary = join(folder, "summary.md");
  writeFileSync(summary, "");
  await forge(async (address, comments, asked) => {
    const environment = { GITHUB_EVENT_PATH: event, GITHUB_TOKEN: "t", GITHUB_REPOSITORY: "a/b" };
    Object.assign(environment, { GITHUB_API_URL: address, GITHUB_STEP_SUMMARY: summary });
    await comment(sarif(result(3, "one", sum)), environment);
    await comment(sarif(result(4, "two", sum)), environment);
    assert.equal(comments.length, 2);
    assert.ok(comments[1].body.includes("a b.md:4"));
    await comment(sarif(), environment);
    assert.ok(comments[1].body.endsWith("Every example is what the documents show."));
    assert.deepEqual(
      [...new Set(asked)],
      ["GET /repos/a/b/issues/7/comments", "POST /repos/a/b/issues/7/comments", "PATCH /repos/a/b/issues/comments/2"],
    );
    assert.ok(readFileSync(summary, "utf8").includes("a b.md:3"));
  });
});

test("snapshots have a comment of their own, and say so when all is right", async () => {
  const event = join(folder, "event.json");
  writeFileSync(event, JSON.stringify({ pull_request: { number: 7 } }));
  await forge(async (address, comments) => {
    const environment = { GITHUB_EVENT_PATH: event, GITHUB_TOKEN: "t", GITHUB_REPOSITORY: "a/b" };
    environment.GITHUB_API_URL = address;
    await comment(sarif(result(3, "one", sum)), environment);
    await comment(snapshots(change("app", 1, "1 -> 2")), environment);
    await comment(snapshots(change("app", 1, "1 -> 3")), environment);
    assert.equal(comments.length, 3);
    assert.ok(comments[2].body.includes("1 -> 3"));
    await comment(snapshots(), environment);
    assert.ok(comments[1].body.includes("a b.md:3"));
    assert.ok(comments[2].body.endsWith("Every result is what its snapshot holds."));
  });
});

test("the job of a merge request comments what became of a variable, with links to before and after", {
  skip: !existsSync(command) && "the command is not built",
}, async () => {
  const project = join(folder, "project");
  mkdirSync(join(project, "group_vars"), { recursive: true });
  const git = (...words) =>
    execFileSync("git", ["-c", "user.name=n", "-c", "user.email=n@example.org", ...words], { cwd: project });
  const write = (name, text) => writeFileSync(join(project, name), text);
  write("app.j2", "name={{ app }}\npassword={{ SECRET | default('none') }}\n");
  write("hosts", "web1\n");
  write("group_vars/all.yml", "app: shop\n");
  const workspace = "{dialect: jinja2, main: app.j2, options: {flavor: ansible, inventory: hosts, host: web1}}";
  write(".evalground.yaml", `snapshots:\n  app:\n    root: .\n    workspace: ${workspace}\n`);
  execFileSync(command, ["snapshot"], { cwd: project });
  git("init", "-q", ".");
  git("add", ".");
  git("commit", "-q", "-m", "one");
  const base = git("rev-parse", "HEAD").toString().trim();
  write("group_vars/all.yml", "app: store\n");
  const event = join(folder, "event.json");
  writeFileSync(event, JSON.stringify({ pull_request: { number: 7 } }));
  await forge(async (address, comments) => {
    const job = promisify(execFile)(fileURLToPath(new URL("check", import.meta.url)), [join(folder, "r.sarif")], {
      cwd: project,
      env: {
        PATH: `${join(process.execPath, "..")}:${process.env.PATH}`,
        COMMAND: command,
        PATHS: "",
        SNAPSHOTS: ".evalground.yaml",
        BASE: base,
        SITE: "https://x",
        GITHUB_EVENT_PATH: event,
        GITHUB_TOKEN: "t",
        GITHUB_REPOSITORY: "a/b",
        GITHUB_API_URL: address,
      },
    });
    await assert.rejects(job, { code: 1 });
    const { body } = comments[1];
    assert.ok(body.includes('text line 1: "name=shop" -> "name=store"  (group_vars/all.yml:1)'), body);
    const given = (name) => {
      const [, link] = new RegExp(`\\[${name}\\]\\(([^)]*)\\)`).exec(body);
      return execFileSync(command, ["eval", link], { encoding: "utf8" });
    };
    assert.ok(given("as it was").startsWith("name=shop\n"));
    assert.ok(given("as it is now").startsWith("name=store\n"));
  });
});

test("without a command the job takes that of the package of its version", () => {
  const programs = join(folder, "programs");
  mkdirSync(programs);
  writeFileSync(join(programs, "npx"), '#!/bin/sh\necho "$*" >>"$ASKED"\necho "$REPORT"\n', { mode: 0o755 });
  const asked = join(folder, "asked");
  const PATH = `${programs}:${join(process.execPath, "..")}:${process.env.PATH}`;
  const check = fileURLToPath(new URL("check", import.meta.url));
  const { status } = spawnSync(check, [join(folder, "r.sarif")], {
    cwd: folder,
    env: { PATH, ASKED: asked, REPORT: JSON.stringify(sarif()), PATHS: "docs README.md", SNAPSHOTS: "" },
  });
  const { version } = JSON.parse(readFileSync(new URL("../../wasm/package.json", import.meta.url), "utf8"));
  assert.equal(status, 0);
  assert.equal(readFileSync(asked, "utf8"), `--yes evalground@${version} check-docs --format sarif docs README.md\n`);
});

test("in GitLab's pipelines, too", async () => {
  await forge(async (address, comments, asked) => {
    const environment = { CI_API_V4_URL: address, CI_PROJECT_ID: "5", CI_MERGE_REQUEST_IID: "6", GITLAB_TOKEN: "t" };
    await comment(sarif(result(3, "one", sum)), environment);
    await comment(sarif(result(4, "two", sum)), environment);
    assert.equal(comments.length, 2);
    assert.equal(asked.at(-1), "PUT /projects/5/merge_requests/6/notes/2");
  });
});

test("a comment that may not be written does not end the job", async () => {
  const event = join(folder, "event.json");
  writeFileSync(event, JSON.stringify({ pull_request: { number: 7 } }));
  const environment = { GITHUB_EVENT_PATH: event, GITHUB_TOKEN: "t", GITHUB_API_URL: "http://127.0.0.1:9" };
  const { stdout, stderr } = await comment(sarif(result(3, "one", sum)), environment);
  assert.ok(stdout.includes("a b.md:3"));
  assert.ok(stderr.startsWith("The comment could not be written"));
});

test("a wrong use says the right one", () => {
  assert.equal(spawnSync(process.execPath, [script]).status, 2);
});
