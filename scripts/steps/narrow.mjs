// The steps of a plan (changes.mjs): complete steps, and steps that run only a part of their work.
import { attack, browser, cases, ctest, recursion, steps, untagged, withNeeded } from "./list.mjs";

export function stepsOf(plan, project) {
  const own = new Map(); // commands of steps that run only a part
  const narrow = (name, ...commands) => plan.steps.has(name) || own.set(name, commands);
  const options = (names) =>
    names.size === new Set(project.dialects.map(project.languageOf)).size
      ? []
      : [...names].map((name) => `--dialect ${name}`);
  const hasAttacks = plan.attacks.size > 0;
  if (plan.tests.size > 0) narrow("native", ctest("native", [...plan.tests]), ...(hasAttacks ? [recursion] : []));
  if (plan.cases.size > 0) narrow("cases", cases(...options(plan.cases)));
  if (hasAttacks) narrow("attack", attack(...options(plan.attacks)));
  const specs = [...plan.specs].map((spec) => `/${spec}.spec.ts`);
  if (specs.length > 0) narrow("browser", browser("browser", untagged, ...specs));
  const chosen = withNeeded(steps, [...plan.steps, ...own.keys()]);

  // Build everything if a step needs all of it, or if nothing was built before.
  const build = (folder, ...targets) => {
    if (project.built.includes(folder))
      own.set(`build-${folder}`, [{ run: `cmake --build build/${folder} --target ${targets.join(" ")}` }]);
  };
  const programs = [...plan.tests].filter((name) => /_(?:test|fuzz)$/.test(name));
  if (!plan.steps.has("native")) build("native", "evalground", "outcomes", ...programs);
  const takesModule = ({ name, after }) => ["cases", "attack"].includes(name) || !after?.includes("build-wasm");
  if (chosen.every(takesModule)) build("wasm", "evalground", "check_wasm");
  return chosen.map((step) => ({ ...step, commands: own.get(step.name) ?? step.commands }));
}
