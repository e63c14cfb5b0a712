// Adds cases from a file to those of the draft.

import { readJson, toFaithful, type Workspace } from "evalground";
import { type DraftCase, freeId } from "../run/cases.ts";
import { engineReady } from "../run/ready.ts";
import { element } from "../ui/dom.ts";
import { entriesOf } from "../ui/entries.ts";

/** Maximum number of cases of a file. Further cases are dropped. */
const mostCases = 500;

/** The cases of a dialect in a file; empty if it is not a case file. */
export function casesIn(json: string, name: string, dialect: string): DraftCase[] {
  const whole = new Map(entriesOf(toFaithful(readJson(json))));
  const list = whole.get("cases");
  const shared = whole.has("dialect") ? {} : Object.fromEntries(entriesOf(whole.get("defaults")));
  const found: DraftCase[] = [];
  for (const each of (Array.isArray(list) ? list : [Object.fromEntries(whole)]).slice(0, mostCases)) {
    const {
      dialect: of = dialect,
      title: _title,
      description: _description,
      ask,
      id,
      ...own
    } = {
      ...shared,
      ...Object.fromEntries(entriesOf(each)),
    } as Partial<Workspace> & { id?: unknown; ask?: unknown };
    if (of !== dialect || ask !== undefined || entriesOf(own.expect).length === 0) continue;
    found.push({ ...own, id: freeId(typeof id === "string" && id !== "" ? id : name, found) });
  }
  return found;
}

/** Lets the user choose a file. `take` receives its name and its cases. */
export function addFromFile(dialect: string, take: (name: string, cases: DraftCase[]) => void): void {
  const picker = element("input", { type: "file", accept: ".json,.yaml,.yml" });
  picker.addEventListener("change", () => {
    const [file] = picker.files ?? [];
    if (file) void readCases(file, dialect).then((cases) => take(file.name, cases));
  });
  picker.click();
}

async function readCases(file: File, dialect: string): Promise<DraftCase[]> {
  const text = await file.text();
  try {
    const json = file.name.endsWith(".json") ? text : (await (await engineReady()).parse(text)).json;
    return json === undefined ? [] : casesIn(json, file.name.replace(/\.\w+$/, ""), dialect);
  } catch {
    return [];
  }
}
