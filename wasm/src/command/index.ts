#!/usr/bin/env node
// `evalground`: the native command (engine/cli) as a module that has the machine's files and programs by Node.

import { readFileSync } from "node:fs";
import createCommand from "../../../build/wasm/command.mjs";
import { Machine } from "./machine.js";
import { Programs } from "./programs.js";

const crashed = 70; // EX_SOFTWARE: no verb ends so

const programs = new Programs(new URL("outside.js", import.meta.url));
const module = new WebAssembly.Module(readFileSync(new URL("command.wasm", import.meta.url)));
try {
  await createCommand({
    arguments: process.argv.slice(2),
    machine: new Machine(programs),
    programs,
    quit: (code) => {
      process.exitCode = code;
    },
    instantiateWasm: (imports, receive) => {
      receive(new WebAssembly.Instance(module, imports), module);
      return {};
    },
  });
} catch (error) {
  process.stderr.write(`evalground: the engine has failed: ${String(error)}\n`);
  process.exitCode = crashed;
}
programs.close();
