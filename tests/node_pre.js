// Put in front of wasm test programs: where Node has `fetch`, Emscripten 3.1.6 would fetch the .wasm file by its path.
if (typeof process === "object") globalThis.fetch = undefined;
