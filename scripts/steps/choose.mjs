// Chooses the steps for the arguments of scripts/test.
import { execFileSync } from "node:child_process";
import { planFor, planForDialects, readProject } from "./changes.mjs";
import { sanitizedSteps, steps, withNeeded } from "./list.mjs";
import { stepsOf } from "./narrow.mjs";

const described = (list) => list.map(({ name, about }) => `  ${name.padEnd(14)} ${about}`).join("\n");

export const usage = `Sets up, builds and tests. The last line is \`N passed, N failed\`, over everything that ran.

Usage: scripts/test [STEP…]              the steps named, or all but the longer ones
       scripts/test --all                the longer ones too
       scripts/test --changed [REV]      what the changes since REV can break, uncommitted ones included;
                                         by default since this branch left origin/main, or else of the last commit
       scripts/test --dialect NAME…      what concerns these languages
       scripts/test --sanitize [STEP…]   natively, under the address and undefined-behaviour sanitizers

Steps:
${described(steps.filter(({ all }) => !all))}

Longer steps, each by its name or with --all:
${described(steps.filter(({ all }) => all))}

Steps with --sanitize:
${described(sanitizedSteps)}

A step builds what it needs. Its output goes to build/test/STEP.log and is shown when the step ends. What this machine
cannot do is left out, and the last lines say why. A browser test that fails runs again alone, five times: one that
passes each time is listed as unstable, here and in build/test/unstable.json, and is to be mended.`;

/** The steps, preceded by the setup. A step installs optional parts itself, because that cannot fail. */
function withSetup(list) {
  const parts = [...new Set(list.flatMap(({ setup = [] }) => setup))];
  const setup = { name: "setup", slots: 2, commands: [{ run: `scripts/setup ${parts.join(" ")}` }] };
  const prepared = list.map((step) => ({
    ...step,
    after: [...(step.after ?? []), "setup"],
    commands: [...(step.option ? [{ run: `scripts/setup ${step.option.join(" ")}` }] : []), ...step.commands],
  }));
  return parts.length > 0 ? [setup, ...prepared] : prepared;
}

const git = (...words) => execFileSync("git", words, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });

/** Files that differ from a revision, and untracked files. */
function changedSince(revision) {
  const names = (...words) =>
    git(...words)
      .split("\0")
      .filter(Boolean);
  const differing = names("diff", "--name-only", "--no-renames", "-z", revision);
  return [...new Set([...differing, ...names("ls-files", "--others", "--exclude-standard", "-z")])];
}

/** The merge base with origin/main; if nothing changed since, the commit before the last. */
function defaultRevision() {
  for (const main of ["origin/main", "main"]) {
    try {
      const base = git("merge-base", "HEAD", main).trim();
      if (changedSince(base).length > 0) return { revision: base, since: `this branch left ${main}` };
    } catch {
      // There is no such branch.
    }
  }
  return { revision: "HEAD~1", since: "the commit before the last" };
}

function changed(given) {
  const { revision, since } = given ? { revision: given, since: given } : defaultRevision();
  let files;
  try {
    files = changedSince(revision);
  } catch {
    return { code: 2, text: `scripts/test: git knows no revision '${revision}'` };
  }
  const project = readProject();
  const { plan, why } = planFor(files, project);
  const text = `${files.length} files differ since ${since} (${git("rev-parse", "--short", revision).trim()})`;
  if (!plan) return { ...usual(), text: `${text}. Everything runs: ${why}` };
  return planned(plan, project, text);
}

function planned(plan, project, text) {
  const chosen = stepsOf(plan, project);
  const lines = [text, ...plan.reasons.map((reason) => `  ${reason}`)];
  const list = (label, names) => lines.push(`${label.padEnd(14)} ${[...names].join(" ") || "-"}`);
  list(
    "steps:",
    chosen.map(({ name }) => name),
  );
  list("native tests:", plan.tests);
  list("cases:", plan.cases);
  list("attacks:", plan.attacks);
  list("browser tests:", plan.specs);
  return { steps: withSetup(chosen), text: lines.join("\n") };
}

const usual = () => ({ steps: withSetup(steps.filter(({ all }) => !all)) });

/** `{steps, text}` for the arguments; or `{code, text}` if there is nothing to run. */
export function chosenSteps(parameters) {
  const [option, ...rest] = parameters;
  if (option === "--help") return { code: 0, text: usage };
  if (option === "--changed" && rest.length <= 1) return changed(rest[0]);
  if (option === "--dialect" && rest.length > 0) {
    const project = readProject();
    const unknown = rest.find((name) => !project.dialects.includes(name));
    if (unknown) return { code: 2, text: `scripts/test: no language '${unknown}': ${project.dialects.join(" ")}` };
    return planned(planForDialects(rest, project).plan, project, `What concerns ${rest.join(", ")}:`);
  }
  if (option === "--all" && rest.length === 0) {
    const replaced = steps.map(({ replaces }) => replaces);
    return { steps: withSetup(steps.filter(({ name }) => !replaced.includes(name))) };
  }
  const [list, names] = option === "--sanitize" ? [sanitizedSteps, rest] : [steps, parameters];
  const unknown = names.find((name) => !list.some((step) => step.name === name));
  if (unknown) return { code: 2, text: `scripts/test: unknown step or option '${unknown}', see scripts/test --help` };
  if (names.length > 0) return { steps: withSetup(withNeeded(list, names)) };
  return option === "--sanitize" ? { steps: withSetup(list) } : usual();
}
