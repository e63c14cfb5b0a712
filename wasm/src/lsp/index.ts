// `evalground/lsp`: the language server for editors in browsers.
//
//   const server = new LanguageServer(await createEngine(), (message) => port.postMessage(message));
//   port.onmessage = ({ data }) => server.read(data);

export { LanguageServer, type LanguageServerOptions, type Message, type ReadFolder } from "./server.js";
