// Opens the files of public repositories in the language server, as an editor would, and counts what it reports. These
// files work for their authors, so an error in one of them is more often a mistake of the server than of the file.
//
//   node tests/editors/corpus.mjs [COMMAND]   build/native/evalground by default
//     --only NAME      only repositories whose name contains NAME
//     --from FOLDER    take them from mirrors in a folder, OWNER+NAME/repo, instead of cloning them from GitHub
//     --into FOLDER    where their files are put; build/corpus by default
//     --record FILE    keep what was found, and leave out repositories that are there already
//     --list           print each error and warning too
//
// corpus.json lists the repositories. Nothing of them is part of this repository.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, extname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { Server } from "./server.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: "string", default: "" },
    from: { type: "string" },
    into: { type: "string", default: join(root, "build/corpus") },
    record: { type: "string" },
    list: { type: "boolean", default: false },
  },
});
const command = resolve(positionals[0] ?? join(root, "build/native/evalground"));

const mostFiles = 150; // of a repository
const mostBytes = 200_000; // of a file
const slow = 5_000; // milliseconds: such a file is listed
const patience = 30_000; // then the server is ended, and started again
const mostTime = 90_000; // for a repository; its other files are left out
const severities = { 1: "errors", 2: "warnings", 3: "hints", 4: "hints" };

/** Languages of files as VS Code names them, with the usual extension for each. */
const languages = {
  ".yaml": "yaml",
  ".yml": "yaml",
  ".j2": "jinja",
  ".jinja": "jinja",
  ".jinja2": "jinja",
  ".cf": "cfengine3",
  ".yaql": "yaql",
  ".ini": "ini",
};
/** What people who work on such a repository set as the language of further files. */
const languagesOfKind = {
  dbt: { ".sql": "jinja-sql" },
  salt: { ".sls": "jinja-yaml" },
  web: { ".html": "jinja-html" },
};

function languageOf(path, kind) {
  if (/^(docker-)?compose(\.[\w-]+)?\.ya?ml$/.test(basename(path))) return "dockercompose";
  if (/^(hosts|inventory)$/.test(basename(path))) return "ini";
  return languages[extname(path)] ?? languagesOfKind[kind]?.[extname(path)];
}

/** The files of a repository, without its history. */
function fetched(name) {
  const folder = join(options.into, name.replace("/", "+"));
  if (existsSync(folder)) return folder;
  const part = `${folder}.part`;
  rmSync(part, { recursive: true, force: true });
  mkdirSync(part, { recursive: true });
  if (options.from === undefined) {
    execFileSync("git", ["clone", "--quiet", "--depth", "1", `https://github.com/${name}.git`, part]);
    rmSync(join(part, ".git"), { recursive: true });
  } else {
    const mirror = join(options.from, name.replace("/", "+"), "repo");
    const git = existsSync(join(mirror, ".git")) ? join(mirror, ".git") : mirror;
    // A mirror may lack large files, so checkout goes on where an archive would end.
    const checkout = ["--git-dir", git, "--work-tree", part];
    const environment = { ...process.env, GIT_INDEX_FILE: `${part}.index` };
    spawnSync("git", [...checkout, "read-tree", "HEAD"], { env: environment });
    spawnSync("git", [...checkout, "checkout-index", "--all", "--quiet"], { env: environment });
    rmSync(`${part}.index`, { force: true });
  }
  renameSync(part, folder);
  return folder;
}

function filesOf(folder, kind) {
  const all = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(folder.length + 1))
    .filter((path) => languageOf(path, kind) && statSync(join(folder, path)).size <= mostBytes)
    .sort();
  const count = Math.min(all.length, mostFiles);
  return Array.from({ length: count }, (_, at) => all[Math.floor((at * all.length) / count)]);
}

/** Opens a file, asks for its problems, and closes it. */
async function problemsOf(server, folder, path, kind) {
  const textDocument = { uri: pathToFileURL(join(folder, path)).href };
  const text = readFileSync(join(folder, path), "utf8");
  server.tell("textDocument/didOpen", {
    textDocument: { ...textDocument, languageId: languageOf(path, kind), version: 1, text },
  });
  const began = performance.now();
  const report = await server.ask("textDocument/diagnostic", { textDocument });
  const took = performance.now() - began;
  // A file that the server does not take for one of its languages has no colors.
  const tokens = await server.ask("textDocument/semanticTokens/full", { textDocument });
  server.tell("textDocument/didClose", { textDocument });
  const problems = (report?.items ?? []).map(({ range, severity, code, message }) => ({
    file: path,
    line: range.start.line + 1,
    severity,
    code,
    message,
  }));
  return { problems, took: Math.round(took), isTaken: (tokens?.data?.length ?? 0) > 0 };
}

async function examined(name, kind) {
  const folder = fetched(name);
  const found = { kind, opened: 0, taken: 0, answered: 0, errors: 0, warnings: 0, hints: 0 };
  Object.assign(found, { slowest: 0, seconds: 0, slow: [], failures: [], codes: {}, problems: [] });
  const began = performance.now();
  let server = new Server(command, folder, patience);
  await server.started;
  for (const path of filesOf(folder, kind)) {
    found.isCut = performance.now() - began > mostTime;
    if (found.isCut) break;
    found.opened += 1;
    try {
      const { problems, took, isTaken } = await problemsOf(server, folder, path, kind);
      if (isTaken) found.taken += 1;
      if (problems.length > 0) found.answered += 1;
      found.slowest = Math.max(found.slowest, took);
      if (took > slow) found.slow.push({ file: path, took });
      for (const problem of problems) {
        const counted = severities[problem.severity] ?? "errors";
        found[counted] += 1;
        if (counted === "hints") continue;
        found.codes[problem.code] = (found.codes[problem.code] ?? 0) + 1;
        found.problems.push(problem);
      }
    } catch (error) {
      found.failures.push({ file: path, why: error.message });
      server.end();
      server = new Server(command, folder, patience);
      await server.started;
    }
  }
  server.end();
  found.seconds = Math.round((performance.now() - began) / 100) / 10;
  return found;
}

const columns = ["opened", "taken", "answered", "errors", "warnings", "hints", "slowest", "seconds"];
const row = (name, kind, cells) =>
  name.padEnd(44) + kind.padEnd(16) + cells.map((cell) => String(cell).padStart(9)).join("");

function printed(name, found) {
  console.log(
    row(
      name,
      found.kind,
      columns.map((column) => found[column]),
    ),
  );
  if (found.isCut) console.log(`  ended after ${mostTime / 1000} s`);
  for (const { file, took } of found.slow) console.log(`  slow: ${file} (${took} ms)`);
  for (const { file, why } of found.failures) console.log(`  ${why}: ${file}`);
  if (!options.list) return;
  for (const { file, line, severity, code, message } of found.problems) {
    const first = message.split("\n")[0];
    console.log(`  ${severity === 1 ? "error" : "warning"} ${file}:${line}: ${code} ${first}`);
  }
}

const record = options.record && existsSync(options.record) ? JSON.parse(readFileSync(options.record, "utf8")) : {};
const repositories = Object.entries(JSON.parse(readFileSync(new URL("corpus.json", import.meta.url), "utf8"))).flatMap(
  ([kind, names]) => names.map((name) => [name, kind]),
);
const sums = Object.fromEntries(columns.map((column) => [column, 0]));
let failures = 0;
console.log(row("repository", "kind", columns));
for (const [name, kind] of repositories.filter(([name]) => name.includes(options.only))) {
  if (record[name] === undefined) {
    try {
      record[name] = await examined(name, kind);
    } catch (error) {
      console.log(`${name}: cannot be fetched or served: ${error.message}`);
      continue;
    }
    if (options.record) writeFileSync(options.record, `${JSON.stringify(record, null, 1)}\n`);
  }
  printed(name, record[name]);
  failures += record[name].failures.length;
  for (const column of columns) sums[column] += record[name][column];
}
sums.slowest = Math.max(...Object.values(record).map(({ slowest }) => slowest));
sums.seconds = Math.round(sums.seconds);
console.log(
  row(
    "all",
    "",
    columns.map((column) => sums[column]),
  ),
);
console.log(`${failures} crashes and timeouts`);
process.exitCode = failures === 0 ? 0 : 1;
