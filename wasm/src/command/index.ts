#!/usr/bin/env node
// `evalground`: the native command (engine/cli) as a module, with files and processes provided by Node.

import { readFileSync, writeSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import createCommand from "../../../build/wasm/command.mjs";
import { Listener } from "./listener.js";
import { Machine } from "./machine.js";
import { Programs } from "./programs.js";
import { site, SiteError } from "./site.js";

const [verb, ...words] = process.argv.slice(2);
if (verb === "site") {
  try {
    site(words, `${import.meta.dirname}/..`);
  } catch (error) {
    writeSync(2, `evalground: ${(error as Error).message}\n`);
    process.exit(error instanceof SiteError ? error.code : 1);
  }
  process.exit();
}

const crashed = 70; // EX_SOFTWARE: no verb uses this exit code

function fail(why: unknown): never {
  writeSync(2, `evalground: the engine has failed: ${String(why) || "it aborted"}\n`);
  programs.close();
  process.exit(crashed);
}

// Compile lazily: validating all 20,000 functions at start takes a third of the time.
if (process.versions.bun === undefined) setFlagsFromString("--wasm-lazy-validation");
const programs = new Programs(`${import.meta.dirname}/outside.js`);
const listener = new Listener(new URL("..", import.meta.url));
const module = new WebAssembly.Module(readFileSync(`${import.meta.dirname}/command.wasm`));
try {
  await createCommand({
    arguments: process.argv.slice(2),
    machine: new Machine(programs),
    programs,
    listener,
    quit: (code, error) => {
      if (error.name !== "ExitStatus") throw error;
      process.exitCode = code;
    },
    // Fail at once: the module would take an exception for one of its own and abort again.
    printErr: () => {}, // Emscripten would print its own message; fail() reports the error
    onAbort: (why) => fail(why),
    instantiateWasm: (imports, receive) => {
      receive(new WebAssembly.Instance(module, imports), module);
      return {};
    },
  });
} catch (error) {
  fail(error);
}
if (!listener.isServing) {
  programs.close();
  process.exit(); // exit now, because a pending read of standard input would keep the process alive
}
