// `evalground/lsp`: the language server of the command over the module, for editors in browsers.
//
//   const server = new LanguageServer(await createEngine(), (message) => port.postMessage(message));
//   port.onmessage = ({ data }) => server.read(data);

export type { ReadFolder } from "./folder.js";
export { LanguageServer, type LanguageServerOptions, type Message } from "./server.js";
