// Runs the command lines of lines.mjs by two commands, and compares what they print on both streams, their exit codes
// and the files that they leave. The last line is `N passed, N failed`.
//
//   node tests/command/compare.mjs [--only TEXT] [COMMAND…]
//
// The first command is build/native/evalground; the second, by default, that of the package in the same Node.
import { spawn } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import { availableParallelism, tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { files, lines } from "./lines.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const { values: options, positionals } = parseArgs({
  options: { only: { type: "string", default: "" } },
  allowPositionals: true,
});
const native = [join(root, "build/native/evalground")];
const packaged = positionals.length > 0 ? positionals : [process.execPath, join(root, "wasm/dist/command/command.js")];
const longest = 60_000;

const hasProgram = (name) => process.env.PATH.split(delimiter).some((folder) => existsSync(join(folder, name)));

/** What documents fetch. A redirection to a file must not be followed. */
const server = createServer((request, response) => {
  const places = { "/moved": "/a.yaml", "/away": "file:///etc/passwd" };
  if (request.url === "/slow") return;
  if (places[request.url]) response.writeHead(302, { Location: places[request.url] });
  else if (!["/a.yaml", "/large"].includes(request.url)) response.writeHead(404);
  response.end(request.url === "/large" ? Buffer.alloc(17 << 20, "x") : "port: 81\n");
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const address = `http://127.0.0.1:${server.address().port}`;

/** What lies below a folder, but for git's own files: contents, and where links lead. */
function contentsOf(folder, found = {}, before = "") {
  for (const entry of readdirSync(join(folder, before), { withFileTypes: true })) {
    const name = before + entry.name;
    const path = join(folder, name);
    if (entry.isSymbolicLink()) found[name] = `-> ${readlinkSync(path)}`;
    else if (entry.isFile()) found[name] = readFileSync(path, "latin1");
    else if (entry.name !== ".git") contentsOf(folder, found, `${name}/`);
  }
  return found;
}

function run(program, args, { cwd, env, stdin }) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd, env, timeout: longest, killSignal: "SIGKILL" });
    const parts = { stdout: [], stderr: [] };
    for (const name of ["stdout", "stderr"]) child[name].on("data", (chunk) => parts[name].push(chunk));
    child.stdin.on("error", () => {}); // a command that reads nothing
    child.stdin.end(stdin ?? "");
    child.on("error", (error) => resolve({ code: String(error) }));
    child.on("close", (code, signal) => {
      const [stdout, stderr] = ["stdout", "stderr"].map((name) => Buffer.concat(parts[name]).toString("latin1"));
      resolve({ code: code ?? signal, stdout, stderr });
    });
  });
}

/** What a line gives by a command, in the same folder each time. */
async function outcome(command, line, folder) {
  rmSync(folder, { recursive: true, force: true });
  for (const [name, text] of Object.entries({ ...files, ...line.files })) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const env = {
    PATH: process.env.PATH,
    HOME: join(folder, "../home"),
    TMPDIR: join(folder, ".."),
    GIT_CONFIG_NOSYSTEM: "1",
    ...line.env,
  };
  if (line.setup) await run("/bin/sh", ["-ec", line.setup], { cwd: folder, env });
  const given = { cwd: folder, env, stdin: line.stdin };
  const began = performance.now();
  const result = line.shell
    ? await run("/bin/sh", ["-c", line.shell.replaceAll("SERVER", address), "sh", ...command], given)
    : await run(command[0], [...command.slice(1), ...line.args], given);
  return { ...result, milliseconds: performance.now() - began, files: contentsOf(folder) };
}

function differences(line, wanted, given) {
  const found = [];
  for (const key of ["code", "stdout", "stderr"]) {
    if (line.differs?.test(wanted[key]) && line.differs.test(given[key])) continue;
    if (wanted[key] !== given[key]) found.push(`${key}: ${short(wanted[key])}\n    but ${short(given[key])}`);
  }
  for (const name of new Set([...Object.keys(wanted.files), ...Object.keys(given.files)])) {
    if (wanted.files[name] !== given.files[name])
      found.push(`${name}: ${short(wanted.files[name])}\n    but ${short(given.files[name])}`);
  }
  if (line.code !== undefined && wanted.code !== line.code) found.push(`code: ${wanted.code}, not ${line.code}`);
  return found;
}
const short = (value) => {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 600 ? `${text.slice(0, 300)} … ${text.slice(-300)}` : text;
};
const name = ({ args, shell }) => (shell ?? `evalground ${args.join(" ")}`).slice(0, 110);

const base = mkdtempSync(join(tmpdir(), "evalground-command-"));
const chosen = lines.filter((line) => name(line).includes(options.only));
const times = { native: 0, packaged: 0 };
let [passed, failed, next] = [0, 0, 0];

async function lane(number) {
  const folder = join(base, String(number), "work");
  while (next < chosen.length) {
    const line = chosen[next];
    next += 1;
    const missing = (line.needs ?? []).filter((program) => !hasProgram(program));
    if (missing.length > 0) {
      console.log(`left out: ${name(line)}: there is no ${missing.join(", ")}`);
      continue;
    }
    const wanted = await outcome(native, line, folder);
    const given = await outcome(packaged, line, folder);
    times.native += wanted.milliseconds;
    times.packaged += given.milliseconds;
    const found = differences(line, wanted, given);
    if (found.length === 0) passed += 1;
    else {
      failed += 1;
      console.log(`FAIL ${name(line)}\n${found.map((one) => `  ${one}`).join("\n")}`);
    }
  }
}

try {
  await Promise.all(Array.from({ length: availableParallelism() }, (_, number) => lane(number)));
  const left = readdirSync(base).flatMap((lane) =>
    readdirSync(join(base, lane)).filter((entry) => !["work", "home"].includes(entry)),
  );
  if (left.length > 0) {
    failed += 1;
    console.log(`FAIL folders for the time being stay: ${left.join(", ")}`);
  }
} finally {
  server.closeAllConnections();
  server.close();
  rmSync(base, { recursive: true, force: true });
}
const seconds = (milliseconds) => `${(milliseconds / 1000).toFixed(1)} s`;
console.log(
  `${chosen.length} command lines: ${seconds(times.native)} natively, ${seconds(times.packaged)} in the package`,
);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
