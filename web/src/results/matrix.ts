// A table of variables by hosts: only the variables that differ, or all. It can be filtered by name and sorted by any
// host. Each cell leads to the chain of definitions of its value.
//
//   {"hosts": ["web1", "web2"], "variables": {"port": {"values": {"web1": 80}, "differs": true, "errors": ["web2"]}}}

import { type JsonNode, readJson, writeJson } from "evalground";
import { element, fill, freshId } from "../ui/dom.ts";
import { chooseSubject } from "../ui/repository.ts";
import { text } from "../ui/text.ts";
import type { Answer } from "./answer.ts";
import { spokenOrigin } from "./provenance.ts";
import { type CellMark, Table } from "./table.ts";
import type { ViewPlace } from "./views/view.ts";
import "./matrix.css";

interface MatrixChoice {
  /** Text that a variable's name must contain. */
  filter: string;
  /** Also show variables that are the same on all hosts. */
  isWhole: boolean;
}

/** The rows of the table: for each matching variable its name, then its value on each host. */
export function matrixRows(root: JsonNode, { filter, isWhole }: MatrixChoice): JsonNode[] {
  const hosts = (root.get("hosts")?.children ?? []).map(({ text }) => text);
  const wanted = filter.trim().toLowerCase();
  const shown = (root.get("variables")?.children ?? []).filter(
    (entry) => (isWhole || entry.get("differs")?.text === "true") && String(entry.key).toLowerCase().includes(wanted),
  );
  const rows = shown.map((entry) => {
    const failed = new Set((entry.get("errors")?.children ?? []).map(({ text }) => text));
    const values = entry.get("values");
    const cells = hosts.flatMap((host): [string, unknown][] => {
      const value = values?.get(host);
      if (value) return [[host, value]];
      return failed.has(host) ? [[host, text("matrix.failed")]] : [];
    });
    return new Map<string, unknown>([[text("matrix.variable"), String(entry.key)], ...cells]);
  });
  return [...readJson(writeJson(rows)).children];
}

/** Widest column, in characters. Several hosts are to be in view; a cell shows its whole value when it is pressed. */
const widestHost = 18;
/** The number of shades in matrix.css. Further values share the last one. */
const shades = 4;

/**
 * Marks the cells of a row that differ from the most common value, and gives equal values the same shade. A missing
 * value counts as a value. If values are equally common, the first one counts as the most common.
 */
export function differing(row: JsonNode, hosts: readonly string[]): Map<string, CellMark> {
  const written = (host: string): string => {
    const cell = row.get(host);
    return cell ? writeJson(cell) : "";
  };
  const groups = new Map<string, string[]>();
  for (const host of hosts) {
    const value = written(host);
    const known = groups.get(value);
    if (known) known.push(host);
    else groups.set(value, [host]);
  }
  const ordered = [...groups.values()].sort((one, other) => other.length - one.length);
  const marks = new Map<string, CellMark>();
  for (const [place, same] of ordered.slice(1).entries())
    for (const host of same) marks.set(host, { shade: Math.min(place + 1, shades), words: text("matrix.differs") });
  return marks;
}

const usualChoice: MatrixChoice = { filter: "", isWhole: false };
/** The last choice, kept while the draft is open so that another run does not reset it. */
let remembered = { draft: "", choice: usualChoice };

/** Draws the matrix of an answer. */
export function showMatrix(answer: Answer, { root, drawn, store, actions }: ViewPlace): void {
  const value = answer.root();
  if (!value) return;
  const known = answer.byPointer();
  const { draft } = store.state;
  let choice = remembered.draft === draft ? remembered.choice : usualChoice;
  const scroller = element("div", { class: "matrix-table" });
  const count = element("output", { class: "muted" });
  const filter = element("input", { type: "search", id: freshId("filter"), spellcheck: "false", autocomplete: "off" });
  const whole = element("input", { type: "checkbox", id: freshId("whole") });
  filter.value = choice.filter;
  whole.checked = !choice.isWhole;

  const pointerOf = (name: string, host: string): string => {
    const cell = value.get("variables")?.get(name)?.get("values")?.get(host);
    return cell?.pointer ?? "";
  };
  const hosts = (value.get("hosts")?.children ?? []).map(({ text }) => text);
  const nameOf = (row: JsonNode): string => row.children[0]?.text ?? "";
  const draw = (): void => {
    choice = { filter: filter.value, isWhole: !whole.checked };
    remembered = { draft, choice };
    const rows = matrixRows(value, choice);
    count.textContent = text("matrix.count", {
      count: rows.length,
      all: value.get("variables")?.children.length ?? 0,
      hosts: hosts.length,
    });
    if (rows.length === 0) {
      delete drawn.table;
      return fill(scroller, element("p", { class: "muted result-empty" }, text("matrix.none")));
    }
    drawn.table = new Table(scroller, rows, {
      isNamed: true,
      widest: widestHost,
      label: text("matrix.label"),
      columns: [text("matrix.variable"), ...hosts],
      marks: (row) => differing(row, hosts),
      empty: text("matrix.unset"),
      comesFrom: (cell) => {
        const row = cell.parent;
        return row ? spokenOrigin(known.get(pointerOf(nameOf(row), String(cell.key)))?.origins ?? []) : "";
      },
      press: (row, host) => {
        const found = known.get(pointerOf(nameOf(row), host));
        if (found) actions.choose(found);
      },
      menu: (host) =>
        host === text("matrix.variable")
          ? []
          : [
              {
                label: text("matrix.open", { host }),
                apart: true,
                icon: "go",
                choose: () => chooseSubject(store, host, "host"),
              },
            ],
    });
  };
  filter.addEventListener("input", draw);
  whole.addEventListener("change", draw);
  fill(
    root,
    element(
      "div",
      { class: "matrix" },
      element(
        "div",
        { class: "matrix-tools" },
        element("label", { for: filter.id, class: "spoken" }, text("matrix.filter")),
        filter,
        element("label", { for: whole.id }, whole, text("matrix.differing")),
        count,
        hosts.length > 1 && element("span", { class: "matrix-legend muted" }, text("matrix.legend")),
      ),
      scroller,
    ),
  );
  filter.placeholder = text("matrix.filter");
  draw();
}
