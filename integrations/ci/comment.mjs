// Comments on a merge request: what `evalground check-docs --format sarif` found, with a link that reproduces each
// difference, or what `evalground snapshot --check --format sarif` found, with links to both states.
// Usage: comment.mjs REPORT.sarif [--site https://evalground.example]
//
// On GitHub it reads the event (GITHUB_EVENT_PATH), in GitLab pipelines CI_MERGE_REQUEST_IID. It writes one comment
// with GITHUB_TOKEN or GITLAB_TOKEN; later runs edit that comment. Without a merge request or a token, and for requests
// from forks, whose token may not write, it only prints the comment and adds it to the job's summary. It needs only
// Node 20. It ends with 0 unless it is used wrongly: the tool that wrote the report decides whether the job fails.
import { appendFileSync, readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { deflateRawSync } from "node:zlib";

/** For each kind of report the mark with which the comment of an earlier run is recognised. */
export const kinds = {
  docs: { mark: "<!-- evalground check-docs -->", right: "Every example is what the documents show." },
  snapshots: { mark: "<!-- evalground snapshot -->", right: "Every result is what its snapshot holds." },
};
const mostResults = 20;
const longestLink = 8000; // programs may cut longer links
const mostLines = 40;

function crc32(bytes) {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (~crc >>> 0).toString(16).padStart(8, "0");
}

/** The link that opens a workspace in the playground, in the format of docs/links.md. */
export function linkTo(workspace, site, app) {
  const bytes = Buffer.from(JSON.stringify({ ws: workspace, app }));
  const packed = deflateRawSync(bytes, { level: 9 }).toString("base64url");
  return `${site.replace(/\/$/, "")}/#w1.d.${packed}.${crc32(bytes)}`;
}

/** A code block whose fence is longer than any in the text. */
function fenced(text, language) {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  const lines = text.split("\n");
  const shown = lines.length > mostLines ? [...lines.slice(0, mostLines), "…"] : lines;
  return `${fence}${language}\n${shown.join("\n")}\n${fence}`;
}

/** The kind of a report, determined by its tool's rules, which are there even if it has no results. */
export function kindOf(sarif) {
  const { rules = [] } = sarif.runs[0].tool.driver;
  return rules.some(({ id }) => id === "snapshot-changed") ? kinds.snapshots : kinds.docs;
}

const joined = (parts) => parts.filter((part) => part !== "").join("\n\n");
const andMore = (count) => (count > 0 ? `And ${count} more.` : "");

/** Links of a snapshot are fragments that begin with "#". Links that may be cut are left out. */
function linksTo({ before, link }, site) {
  const made = [
    ["as it was", before],
    ["as it is now", link],
  ]
    .map(([label, fragment]) => [label, `${site.replace(/\/$/, "")}/${fragment}`, fragment])
    .filter(([, address, fragment]) => fragment && address.length <= longestLink)
    .map(([label, address]) => `[${label}](${address})`);
  return made.length > 0 ? `Open it ${made.join(", or ")}` : "";
}

/** The changed results, each with all its changes and the source lines that caused them. */
function snapshotComment(results, site) {
  const changed = new Map();
  for (const one of results)
    changed.set(one.properties.snapshot, [...(changed.get(one.properties.snapshot) ?? []), one]);
  const parts = [...changed].slice(0, mostResults).map(([name, changes]) => {
    const lines = changes.map(({ message, locations }) => {
      const { artifactLocation, region } = locations[0].physicalLocation;
      const cause = region ? `  (${decodeURIComponent(artifactLocation.uri)}:${region.startLine})` : "";
      return message.text.slice(`${name}: `.length).trimEnd().replaceAll("\n", " ") + cause;
    });
    const headline = `**\`${name.replaceAll("`", "'")}\`**`;
    return joined([headline, fenced(lines.join("\n"), "text"), linksTo(changes[0].properties, site)]);
  });
  const count = changed.size === 1 ? "One result has" : `${changed.size} results have`;
  return joined([
    kinds.snapshots.mark,
    `${count} changed. If that is meant, \`evalground snapshot\` writes the snapshots anew.`,
    ...parts,
    andMore(changed.size - parts.length),
  ]);
}

/** The comment as Markdown; empty if there are no results. */
export function commentOf(sarif, site) {
  const [{ results, tool }] = sarif.runs;
  if (results.length === 0) return "";
  if (kindOf(sarif) === kinds.snapshots) return snapshotComment(results, site);
  const parts = results.slice(0, mostResults).map(({ message, locations, properties }) => {
    const { artifactLocation, region } = locations[0].physicalLocation;
    const path = decodeURIComponent(artifactLocation.uri).replaceAll("`", "'");
    const [headline, ...difference] = message.text.trimEnd().split("\n");
    const link = properties.workspace.dialect ? linkTo(properties.workspace, site, tool.driver.version) : "";
    return joined([
      `**\`${path}:${region.startLine}\`**`,
      fenced([headline, ...difference].join("\n"), "diff"),
      link !== "" && link.length <= longestLink ? `[Reproduce it in the playground](${link})` : "",
    ]);
  });
  const count = results.length === 1 ? "One example is" : `${results.length} examples are`;
  return joined([
    kinds.docs.mark,
    `${count} not what the documents show. \`evalground check-docs --update\` writes the outputs anew.`,
    ...parts,
    andMore(results.length - parts.length),
  ]);
}

/** Where to comment for this job's merge request; null if there is none. */
export function placeOf(environment) {
  if (environment.GITHUB_EVENT_PATH && environment.GITHUB_TOKEN) {
    const event = JSON.parse(readFileSync(environment.GITHUB_EVENT_PATH, "utf8"));
    const number = event.pull_request?.number;
    if (number === undefined) return null;
    const api = environment.GITHUB_API_URL ?? "https://api.github.com";
    const repository = `${api}/repos/${environment.GITHUB_REPOSITORY}`;
    return {
      list: `${repository}/issues/${number}/comments`,
      one: (id) => `${repository}/issues/comments/${id}`,
      edit: "PATCH",
      headers: { authorization: `Bearer ${environment.GITHUB_TOKEN}`, accept: "application/vnd.github+json" },
    };
  }
  if (environment.CI_MERGE_REQUEST_IID && environment.GITLAB_TOKEN) {
    const project = `${environment.CI_API_V4_URL}/projects/${environment.CI_PROJECT_ID}`;
    const list = `${project}/merge_requests/${environment.CI_MERGE_REQUEST_IID}/notes`;
    return { list, one: (id) => `${list}/${id}`, edit: "PUT", headers: { "private-token": environment.GITLAB_TOKEN } };
  }
  return null;
}

async function ask(address, place, method = "GET", body = undefined) {
  const response = await fetch(address, {
    method,
    headers: { ...place.headers, "content-type": "application/json", "user-agent": "evalground-check-docs" },
    ...(body !== undefined && { body: JSON.stringify({ body }) }),
  });
  if (!response.ok) throw new Error(`${method} ${address}: ${response.status}`);
  return response.json();
}

/**
 * Writes the comment, or edits that of an earlier run. If there are no results any more, the edited comment says so.
 */
export async function publish(comment, place, { mark, right }) {
  let earlier;
  for (let page = 1; page <= 10 && !earlier; page += 1) {
    const comments = await ask(`${place.list}?per_page=100&page=${page}`, place);
    earlier = comments.find(({ body }) => body?.startsWith(mark));
    if (comments.length < 100) break;
  }
  if (earlier) {
    const body = comment || `${mark}\n\n${right}`;
    if (earlier.body !== body) await ask(place.one(earlier.id), place, place.edit, body);
  } else if (comment) {
    await ask(place.list, place, "POST", comment);
  }
}

async function main([report, flag, given]) {
  if (!report || (flag !== undefined && (flag !== "--site" || !given))) {
    console.error("usage: comment.mjs REPORT.sarif [--site ADDRESS]");
    return 2;
  }
  const sarif = JSON.parse(readFileSync(report, "utf8"));
  const comment = commentOf(sarif, given ?? "https://evalground.example");
  if (comment) console.log(comment);
  const { GITHUB_STEP_SUMMARY: summary } = process.env;
  if (summary && comment) appendFileSync(summary, `${comment}\n`);
  const place = placeOf(process.env);
  try {
    if (place) await publish(comment, place, kindOf(sarif));
  } catch (error) {
    console.error(`The comment could not be written: ${error.message}`); // a fork's token may be read-only
  }
  return 0;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) process.exitCode = await main(process.argv.slice(2));
