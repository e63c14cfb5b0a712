// The headers of the site from netlify.toml. scripts/server.mjs sends them; `evalground site` writes them to files.

/** The publish folder and the header rules. Supports the subset of TOML that netlify.toml uses. */
export function readSettings(text) {
  const rules = [];
  let publish;
  let section = "";
  for (const [index, line] of text.split("\n").entries()) {
    const [, heading] = /^\s*\[+([\w.]+)\]+\s*$/.exec(line) ?? [];
    const [, key, value] = /^\s*([\w-]+)\s*=\s*("(?:[^"\\]|\\.)*")\s*(?:#.*)?$/.exec(line) ?? [];
    if (heading) {
      section = heading;
      if (section === "headers") rules.push({ values: {} });
    } else if (key) {
      const content = JSON.parse(value);
      if (section === "headers" && key === "for")
        Object.assign(rules.at(-1), { path: content, fits: pathPattern(content) });
      else if (section === "headers.values") rules.at(-1).values[key] = content;
      else if (section === "build" && key === "publish") publish = content;
    } else if (!/^\s*(#|$)/.test(line)) {
      throw new Error(`netlify.toml:${index + 1}: cannot read this line`);
    }
  }
  return { publish, rules };
}

/** `*` matches anything, `:name` matches one segment. */
function pathPattern(text) {
  const escaped = text
    .replace(/[.+?^${}()|[\]\\]/g, "\\$&")
    .replace(/\*/g, ".*")
    .replace(/:\w+/g, "[^/]+");
  return new RegExp(`^${escaped}$`);
}
