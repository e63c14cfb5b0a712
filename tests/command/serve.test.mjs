// `evalground serve` of both commands: what it answers over the network, how soon it reports changes, whom it refuses,
// and how it ends. tests/unit/cli/serve_test.cpp has the rules one by one.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import http from "node:http";
import net from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { readSettings } from "../../scripts/headers.mjs";

const path = (name) => fileURLToPath(new URL(`../../${name}`, import.meta.url));
const commands = {
  native: [path("build/native/evalground")],
  package: [process.execPath, path("wasm/dist/command/command.js")],
};
const base = fs.mkdtempSync(join(tmpdir(), "evalground-serve-"));
const running = new Set();
after(() => {
  for (const child of running) child.kill("SIGKILL");
  fs.rmSync(base, { recursive: true });
});

let folders = 0;
/** A new folder with these files. */
function folderOf(files) {
  folders += 1;
  const folder = join(base, `folder${folders}`);
  fs.mkdirSync(folder);
  for (const [name, content] of Object.entries(files)) {
    fs.mkdirSync(join(folder, name, ".."), { recursive: true });
    fs.writeFileSync(join(folder, name), content);
  }
  return folder;
}

/** Starts a server, and waits for its address. */
async function start([program, ...words], folder, ...flags) {
  const began = performance.now();
  const child = spawn(program, [...words, "serve", folder, ...(flags.length > 0 ? flags : ["--port", "0"])]);
  running.add(child);
  const ended = new Promise((resolve) => child.on("close", (code, signal) => resolve(code ?? signal)));
  ended.then(() => running.delete(child));
  const said = { out: "", error: "" };
  child.stdout.on("data", (chunk) => (said.out += chunk));
  child.stderr.on("data", (chunk) => (said.error += chunk));
  while (!said.out.includes("\n")) await Promise.race([pause(2), ended.then(() => Promise.reject(said.error))]);
  const [, shown, address] = /^evalground: serving (\S+) at (\S+) {3}\(Ctrl-C stops\)\n$/.exec(said.out) ?? [];
  assert.equal(shown, fs.realpathSync(folder)); // also of "."
  assert.match(address, /^http:\/\/127\.0\.0\.1:\d+\/[\w-]{22}\/$/);
  return { child, said, ended, address, port: Number(new URL(address).port), milliseconds: performance.now() - began };
}

async function stop({ child, ended }, signal = "SIGINT") {
  child.kill(signal);
  assert.equal(await ended, 0);
}

const own = { "X-Evalground": "1" };
async function ask({ address }, what, options = {}) {
  const response = await fetch(`${address}folder/${what}`, { headers: own, ...options });
  assert.equal(response.headers.get("content-type"), "application/json; charset=utf-8");
  assert.equal(response.headers.get("x-content-type-options"), "nosniff");
  assert.equal(response.headers.get("cache-control"), "no-store");
  return { status: response.status, ...(await response.json()) };
}
const save = (server, files) => ask(server, "save", { method: "POST", body: JSON.stringify({ files }) });

/** The answer to these bytes, which no client would send: the status, and all of it. */
function raw(port, text) {
  return new Promise((resolve, reject) => {
    let answer = "";
    const socket = net.connect(port, "127.0.0.1", () => socket.write(text));
    socket.setTimeout(15_000, () => socket.destroy(new Error(`no answer to ${text.slice(0, 60)}`)));
    socket.on("data", (chunk) => (answer += chunk.toString("latin1")));
    // A server that refuses a long request may close the connection while it is being sent.
    const isClosed = ({ code }) => code === "EPIPE" || code === "ECONNRESET";
    socket.on("error", (error) => (answer || isClosed(error) ? resolve(answer) : reject(error)));
    socket.on("close", () => resolve(answer));
  });
}
/** Zero for a connection that was closed without an answer. */
const statusOf = (answer) => Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1] ?? 0);

/** How long it takes from writing a file to the answer with it, `times` times: the median and the longest. */
async function latency(server, folder, times) {
  let { revision } = await ask(server, "files");
  const found = [];
  for (let count = 0; count < times; count++) {
    const changes = ask(server, `changes?since=${revision}`);
    await pause(30 + 37 * (count % 5));
    const began = performance.now();
    fs.writeFileSync(join(folder, "file0.yml"), `count: ${count}\n`);
    let answer = await changes;
    // On a busy machine the file can stay empty for long enough to be told so.
    if (answer.files["file0.yml"].text === "") answer = await ask(server, `changes?since=${answer.revision}`);
    found.push(performance.now() - began);
    assert.equal(answer.files["file0.yml"].text, `count: ${count}\n`);
    ({ revision } = answer);
  }
  found.sort((a, b) => a - b);
  return { median: found[Math.floor(times / 2)], longest: found.at(-1) };
}
const manyFiles = (count) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, at) => [at % 2 ? `d${at % 40}/file${at}.yml` : `file${at}.yml`, `n: ${at}\n`]),
  );

for (const [name, command] of Object.entries(commands)) {
  describe(`evalground serve, ${name}`, () => {
    test("it gives the site and the folder, and ends at once", async () => {
      const folder = folderOf({
        "tasks/main.yml": "a: 1\n",
        "logo.png": Buffer.from([0x89, 0, 0xff]),
        ".env": "secret",
      });
      fs.writeFileSync(join(base, "secret"), "hunter2");
      fs.symlinkSync("../secret", join(folder, "out"));
      fs.writeFileSync(join(folder, "big.bin"), Buffer.alloc((1 << 20) + 1));
      spawnSync("mkfifo", [join(folder, "pipe")]);
      const server = await start(command, folder);
      const page = await fetch(server.address);
      assert.equal(page.status, 200);
      assert.match(await page.text(), /<head><meta name="evalground-folder" content="folder\/">/);
      assert.match(page.headers.get("content-security-policy"), /^default-src 'none'; script-src 'self'/);
      assert.equal(page.headers.get("cross-origin-opener-policy"), "same-origin");
      assert.equal(page.headers.get("strict-transport-security"), null);
      assert.equal(page.headers.get("access-control-allow-origin"), null);
      const learn = await fetch(`${server.address}learn`);
      assert.equal(learn.url, `${server.address}learn/`);
      assert.doesNotMatch(await learn.text(), /evalground-folder/);
      assert.equal((await fetch(`${server.address}none`)).status, 404);
      assert.equal((await fetch(`${server.address}sw.js`)).status, 404); // it would keep the site once for each run
      assert.equal(await (await fetch(new URL("/wrong/", server.address))).text(), "");

      const { revision, id, ...files } = await ask(server, "files");
      assert.match(id, /^[0-9a-f]{32}$/);
      assert.ok(Number.isSafeInteger(revision));
      assert.deepEqual(
        {
          ...files,
          files: Object.fromEntries(Object.entries(files.files).map(([key, { version, ...file }]) => [key, file])),
        },
        {
          status: 200,
          name: folder.slice(base.length + 1),
          files: { "logo.png": { base64: "iQD/" }, "tasks/main.yml": { text: "a: 1\n" } },
          left: [
            { path: "big.bin", reason: "large" },
            { path: "out", reason: "link" },
          ],
        },
      );
      const waiting = ask(server, `changes?since=${revision}`).catch(() => "cut");
      await pause(100);
      const began = performance.now();
      await stop(server);
      assert.ok(performance.now() - began < 3000);
      assert.equal(await waiting, "cut");
    });

    test("each file of the site has the headers that netlify.toml gives it", async () => {
      const server = await start(command, folderOf({}));
      const { rules } = readSettings(fs.readFileSync(path("netlify.toml"), "utf8"));
      const assets = fs.readdirSync(path("web/dist/assets")).map((file) => `/assets/${file}`);
      const some = [".js", ".css", ".wasm"].map((ending) => assets.find((file) => file.endsWith(ending)));
      for (const file of [
        "/",
        "/index.html",
        "/manifest.webmanifest",
        "/learn/",
        "/embed/",
        "/icon.svg",
        "/embed.js",
        ...some,
      ]) {
        const response = await fetch(new URL(`.${file}`, server.address));
        assert.equal(response.status, 200, file);
        await response.arrayBuffer();
        const wanted = Object.assign({}, ...rules.filter(({ fits }) => fits.test(file)).map(({ values }) => values));
        for (const [header, value] of Object.entries(wanted)) {
          const isSent = !/^(?:Strict-Transport-Security|Access-Control-)/.test(header);
          assert.equal(response.headers.get(header), isSent ? value : null, `${header} of ${file}`);
        }
        assert.match(response.headers.get("content-type"), /^[a-z]+\/[a-z.+-]+(?:; charset=utf-8)?$/, file);
      }
      await stop(server);
    });

    test("it opens the address in a browser that outlives it", async () => {
      const programs = join(base, `programs-${name}`);
      fs.mkdirSync(programs);
      const opened = join(programs, "opened");
      const script = `#!/bin/sh\nprintf %s "$1" > ${opened}.part; sleep 0.3; mv ${opened}.part ${opened}\n`;
      fs.writeFileSync(join(programs, "xdg-open"), script, { mode: 0o755 });
      const withPrograms = ["/usr/bin/env", `PATH=${programs}:/usr/bin:/bin`, ...command];
      const server = await start(withPrograms, folderOf({}), "--port", "0", "--open");
      await stop(server);
      for (let waited = 0; !fs.existsSync(opened) && waited < 5000; waited += 20) await pause(20);
      assert.equal(fs.readFileSync(opened, "utf8"), server.address);

      const without = ["/usr/bin/env", `PATH=${join(base, "none")}`, ...command];
      const child = await start(without, folderOf({}), "--port", "0", "--open");
      for (let waited = 0; child.said.error === "" && waited < 5000; waited += 20) await pause(20);
      assert.match(child.said.error, /^evalground: no program to open a browser was found; open the address above\n$/);
      await stop(child);
    });

    test("it tells every waiting page what has changed", async () => {
      const folder = folderOf({ "a.yml": "1", "old.yml": "1" });
      const server = await start(command, folder);
      const { revision } = await ask(server, "files");
      // A look may fall between the changes, so a page asks until it has heard of both.
      const page = async () => {
        const heard = { since: revision, removed: [], files: [] };
        while (heard.removed.length === 0 || heard.files.length === 0) {
          const answer = await ask(server, `changes?since=${heard.since}`);
          heard.since = answer.revision;
          heard.removed.push(...answer.removed);
          heard.files.push(...Object.keys(answer.files));
        }
        return heard;
      };
      const pages = [page(), page()];
      await pause(100);
      fs.rmSync(join(folder, "old.yml"));
      fs.mkdirSync(join(folder, "new"));
      fs.writeFileSync(join(folder, "new/b.yml"), "2");
      const heard = await Promise.all(pages);
      for (const { removed, files } of heard)
        assert.deepEqual({ removed, files }, { removed: ["old.yml"], files: ["new/b.yml"] });
      fs.writeFileSync(join(folder, ".evalground.yaml"), "dialect: jinja2\n");
      assert.equal((await ask(server, `changes?since=${heard[0].since}`)).settings, "dialect: jinja2\n");
      const reset = await ask(server, "changes?since=17");
      assert.equal(reset.reset, true);
      assert.deepEqual(Object.keys(reset.files), ["a.yml", "new/b.yml"]);
      await stop(server, "SIGTERM");
    });

    test("it is soon enough, with few files and with many", async (t) => {
      for (const count of [10, 2000]) {
        const folder = folderOf(manyFiles(count));
        const server = await start(command, folder);
        const began = performance.now();
        assert.equal(Object.keys((await ask(server, "files")).files).length, count);
        const reading = performance.now() - began;
        const { median, longest } = await latency(server, folder, 20);
        const ms = (milliseconds) => `${Math.round(milliseconds)} ms`;
        t.diagnostic(
          `${name}, ${count} files: address after ${ms(server.milliseconds)}, files in ${ms(reading)}, ` +
            `a change in ${ms(median)}, at most ${ms(longest)}`,
        );
        assert.ok(median < 2000 && longest < 5000, `${median} and ${longest} ms`);
        await stop(server);
      }
    });

    test("it saves all files or none", async () => {
      const folder = folderOf({ "run.sh": "#!/bin/sh\n", "b.yml": "1", "old.yml": "1" });
      fs.chmodSync(join(folder, "run.sh"), 0o755);
      const server = await start(command, folder);
      const { files, revision } = await ask(server, "files");
      const waiting = ask(server, `changes?since=${revision}`);
      const saved = await save(server, {
        "run.sh": { text: "#!/bin/sh\necho ü\n", was: files["run.sh"].version },
        "deep/er/c.bin": { base64: "AP8=", was: null },
        "old.yml": { remove: true, was: files["old.yml"].version },
      });
      assert.equal(saved.status, 200);
      assert.deepEqual(Object.keys(saved.files), ["run.sh", "deep/er/c.bin"]);
      assert.equal(fs.readFileSync(join(folder, "run.sh"), "utf8"), "#!/bin/sh\necho ü\n");
      assert.equal(fs.statSync(join(folder, "run.sh")).mode & 0o777, 0o755);
      assert.deepEqual([...fs.readFileSync(join(folder, "deep/er/c.bin"))], [0, 255]);
      assert.deepEqual(fs.readdirSync(folder).sort(), ["b.yml", "deep", "run.sh"]);
      const told = await waiting;
      assert.deepEqual(told.removed, ["old.yml"]);
      assert.equal(told.files["run.sh"].version, saved.files["run.sh"]);

      fs.writeFileSync(join(folder, "b.yml"), "theirs");
      assert.deepEqual(
        await save(server, {
          "run.sh": { text: "lost", was: saved.files["run.sh"] },
          "b.yml": { text: "mine", was: files["b.yml"].version },
          "old.yml": { text: "mine", was: files["old.yml"].version },
          "deep/er/c.bin": { text: "mine", was: null },
        }),
        {
          status: 409,
          conflicts: [
            { path: "b.yml", reason: "changed" },
            { path: "old.yml", reason: "gone" },
            { path: "deep/er/c.bin", reason: "exists" },
          ],
        },
      );
      assert.equal(fs.readFileSync(join(folder, "run.sh"), "utf8"), "#!/bin/sh\necho ü\n");
      fs.symlinkSync(base, join(folder, "up"));
      for (const [path, status] of [
        ["../x", 400],
        ["/tmp/x", 400],
        ["a\\b", 400],
        ["up/x", 403],
        [".evalground.yaml", 403],
      ]) {
        const refused = await save(server, { [path]: { text: "x", was: null } });
        assert.equal(refused.status, status, path);
        assert.equal(typeof refused.error, "string");
      }
      assert.ok(!fs.existsSync(join(base, "x")));
      await stop(server);
    });

    test("it saves 20 MB, and refuses what is more than 64 MiB before it is sent", async () => {
      const server = await start(command, folderOf({}));
      const parts = Array.from({ length: 20 }, (_, at) => [`${at}.txt`, { text: "x".repeat(1e6), was: null }]);
      assert.equal((await save(server, Object.fromEntries(parts))).status, 200);
      const head = `POST ${new URL(server.address).pathname}folder/save HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\n`;
      const length = (64 << 20) + 1;
      assert.equal(
        statusOf(await raw(server.port, `${head}X-Evalground: 1\r\nContent-Length: ${length}\r\n\r\n`)),
        413,
      );
      await stop(server);
    });

    test("it refuses requests that are not of its page", async () => {
      const folder = folderOf({ "a.yml": "1" });
      const server = await start(command, folder);
      const { port } = server;
      const site = new URL(server.address).pathname;
      const host = `Host: 127.0.0.1:${port}\r\n`;
      const get = (path, headers) => `GET ${path} HTTP/1.1\r\n${headers}\r\n`;
      const x = "X-Evalground: 1\r\n";
      const body = JSON.stringify({ files: { "evil.yml": { text: "x", was: null } } });
      const post = (headers, text = body) => `POST ${site}folder/save HTTP/1.1\r\n${headers}\r\n${text}`;
      const length = `Content-Length: ${body.length}\r\n`;
      // What follows a refused request on its connection is nothing that is asked for.
      const smuggled = get(`${site}folder/files`, host + x);
      for (const [request, ...statuses] of [
        [get(site, host), 200],
        [get(`${site}folder/files`, host + x), 200],
        [get(`${site}folder/files`, `Host: localhost:${port}\r\n${x}Origin: http://localhost:${port}\r\n`), 200],
        [get(site, `Host: evil.example:${port}\r\n`), 403],
        [get(site, "Host: 127.0.0.1\r\n"), 403],
        [get(site, ""), 403, 400],
        [get(site, `${host}Host: evil.example\r\n`), 403, 400],
        [get(`${site}folder/files`, `${host + x}Origin: https://evil.example\r\n`), 403],
        [get(`${site}folder/files`, `${host + x}Origin: null\r\n`), 403],
        [get(`${site}folder/files`, `${host + x}Sec-Fetch-Site: cross-site\r\n`), 403],
        [get(`${site}folder/files`, `${host + x}Sec-Fetch-Site: none\r\n`), 403],
        [get(`${site}folder/files`, host), 403],
        [get("/", host), 404],
        [get("/AAAAAAAAAAAAAAAAAAAAAA/folder/files", host + x), 404],
        [get(`${site}../${site.slice(1)}folder/files`, host + x), 404],
        [get(`${site}%2e%2e/%2e%2e/%2e%2e/etc/passwd`, host), 404],
        [post(host + length), 403],
        [post(`${host + length}Content-Type: text/plain\r\nOrigin: https://evil.example\r\n`), 403],
        [post(`${host + x}Transfer-Encoding: chunked\r\n`, `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`), 411],
        [post(`${host + x + length}Transfer-Encoding: chunked\r\n`), 411, 400],
        [post(host + x), 411],
        [post(`${host + x}Content-Length: x\r\n`), 400],
        [post(`${host}Content-Length: ${smuggled.length}\r\n`, smuggled), 403],
        [`OPTIONS ${site}folder/files HTTP/1.1\r\n${host}Origin: https://evil.example\r\n\r\n`, 403],
        [`PUT ${site} HTTP/1.1\r\n${host}\r\n`, 405],
        [`GET ${site} HTTP/1.1\r\n${host}X: ${"x".repeat(100_000)}\r\n\r\n`, 400, 431, 0],
        [`GET ${site} HTTP/1.1\r\n${host}${"X: x\r\n".repeat(100_000)}\r\n`, 400, 431, 0],
        [`GET /${"x".repeat(100_000)} HTTP/1.1\r\n${host}\r\n`, 400, 414, 431, 0],
        ["nonsense\r\n\r\n", 400],
      ]) {
        const answer = await raw(port, request);
        const shown = request.slice(0, 200);
        assert.ok(statuses.includes(statusOf(answer)), `${shown} gave ${answer.slice(0, 100)}`);
        assert.ok((answer.match(/HTTP\/1\.1 \d{3} /g) ?? []).length <= 1, shown);
        assert.doesNotMatch(answer, /access-control/i, shown);
      }
      assert.deepEqual(fs.readdirSync(folder), ["a.yml"]);
      await stop(server);
    });

    test("clients that say nothing, or go away, keep nobody waiting", async () => {
      const folder = folderOf({ "a.yml": "1" });
      const server = await start(command, folder);
      const { revision } = await ask(server, "files");
      const silent = Array.from({ length: 8 }, () => net.connect(server.port, "127.0.0.1"));
      const left = Array.from({ length: 8 }, () =>
        http.get(`${server.address}folder/changes?since=${revision}`, { headers: own }).on("error", () => {}),
      );
      await pause(200);
      for (const request of left) request.destroy();
      const waiting = ask(server, `changes?since=${revision}`);
      const began = performance.now();
      assert.equal((await ask(server, "files")).status, 200);
      assert.ok(performance.now() - began < 3000);
      fs.writeFileSync(join(folder, "a.yml"), "2");
      assert.equal((await waiting).files["a.yml"].text, "2");
      for (const socket of silent) socket.destroy();
      await stop(server);
    });

    test("clients that send their requests byte by byte keep nobody waiting", async () => {
      const server = await start(command, folderOf({ "a.yml": "1" }));
      const slow = Array.from({ length: 120 }, () => net.connect(server.port, "127.0.0.1").on("error", () => {}));
      const drip = setInterval(() => {
        for (const socket of slow) if (!socket.destroyed && socket.writable) socket.write("G");
      }, 200);
      await pause(500);
      const began = performance.now();
      assert.equal((await ask(server, "files")).status, 200);
      assert.ok(performance.now() - began < 6000, `${performance.now() - began} ms`);
      clearInterval(drip);
      for (const socket of slow) socket.destroy();
      await stop(server);
    });

    test("many tabs let each other's requests through", async () => {
      const server = await start(command, `${folderOf({ "a.yml": "1" })}/.`);
      const { revision } = await ask(server, "files");
      const began = performance.now();
      const answers = await Promise.all(Array.from({ length: 6 }, () => ask(server, `changes?since=${revision}`)));
      assert.ok(performance.now() - began < 5000);
      for (const answer of answers) assert.deepEqual([answer.revision, answer.files], [revision, {}]);
      await stop(server);
    });

    test("wrong words and taken ports are errors", async () => {
      const [program, ...words] = command;
      const folder = folderOf({});
      const run = (...flags) => {
        const { status, stderr } = spawnSync(program, [...words, "serve", ...flags], {
          encoding: "utf8",
          timeout: 20_000,
        });
        return { status, stderr };
      };
      const first = await start(command, folder);
      assert.deepEqual(run(folder, "--port", String(first.port)), {
        status: 2,
        stderr: `evalground: port ${first.port} is taken; choose another with --port, or 0 for any free one\n`,
      });
      await stop(first);
      const [one, two] = [
        await start(command, folder, "--site", path("web/dist")),
        await start(command, folder, "--site", path("web/dist")),
      ];
      assert.ok(one.port >= 8750 && two.port > one.port && two.port <= 8760);
      assert.notEqual(new URL(one.address).pathname, new URL(two.address).pathname);
      assert.equal((await ask(one, "files")).id, (await ask(two, "files")).id);
      await stop(one);
      await stop(two);
      for (const [flags, message] of [
        [[join(base, "none")], /^evalground: cannot serve \S+none: No such file or directory\n$/],
        [[path("README.md")], /^evalground: cannot serve \S+README.md: it is a file\n$/],
        [[folder, folder], /^evalground: serve takes one FOLDER, not /],
        [[folder, "--port", "70000"], /^evalground: --port takes a number from 0 to 65535, not "70000"\n$/],
        [
          [folder, "--dialect", "heat"],
          /^evalground: --dialect is not for serve, which takes --open, --site and --port\n$/,
        ],
        [[folder, "--site", folder], /^evalground: \S+ holds no site: it has no index.html\n$/],
      ]) {
        const { status, stderr } = run(...flags);
        assert.equal(status, 2);
        assert.match(stderr, message);
      }
    });
  });
}
