// HTTP headers of the site in the formats of different servers. The site works without them, but with less protection.

/** Headers by path of the site and then by name. `*` in a path matches anything. */
export type Headers = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Strict-Transport-Security affects the whole host, so only the owner of the host should set it. */
const ofWholeHosts = "Strict-Transport-Security";

const quoted = (value: string): string => `"${value.replaceAll('"', '\\"')}"`;

/** A path of the site as a regular expression for paths below `at`. */
const pattern = (path: string, at: string): string =>
  `^${(at.slice(0, -1) + path).replace(/[.+?^${}()|[\]\\]/g, "\\$&").replaceAll("*", ".*")}$`;

/** The configuration snippets by file name, for a site at the path `at`. */
export function headerFiles(headers: Headers, at: string): Record<string, string> {
  const given = (values: Readonly<Record<string, string>> = {}): [string, string][] =>
    Object.entries(values).filter(([name]) => name !== ofWholeHosts);
  const rules = Object.entries(headers).map(([path, values]) => ({ path, values: given(values) }));
  return {
    _headers: rules
      .map(({ path, values }) =>
        [at.slice(0, -1) + path, ...values.map(([name, value]) => `  ${name}: ${value}`)].join("\n"),
      )
      .join("\n"),
    "nginx.conf": `# Within server { … }. A location takes the place of another, so each has those of all paths too.
${rules
  .filter(({ path }) => path !== "/*")
  .map(({ path, values }) => {
    const all = [...given(headers["/*"]), ...values];
    const lines = all.map(([name, value]) => `  add_header ${name} ${quoted(value)};`);
    return `location ~ ${quoted(pattern(path, at))} {\n${lines.join("\n")}\n}`;
  })
  .join("\n")}
`,
    htaccess: `# As .htaccess in the folder of the site, or within its <Directory>; needs mod_headers and Apache 2.4.
AddType application/wasm .wasm
AddType application/manifest+json .webmanifest
${rules
  .map(({ path, values }) => {
    const lines = values.map(([name, value]) => `  Header set ${name} ${quoted(value)}`);
    return `<If "%{REQUEST_URI} =~ m#${pattern(path, at)}#">\n${lines.join("\n")}\n</If>`;
  })
  .join("\n")}
`,
  };
}
