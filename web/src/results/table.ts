// A list of maps as a table. Columns are in order of first appearance; pressing a column head sorts by it.

import type { JsonNode } from "evalground";
import { copyText } from "../ui/clipboard.ts";
import { element, fill, icon, setAttribute } from "../ui/dom.ts";
import { prettyJson } from "../ui/json.ts";
import { menuButton, type MenuItem } from "../ui/menu.ts";
import { text } from "../ui/text.ts";
import { VirtualRows } from "../ui/virtual.ts";
import type { CopyForm } from "./copies.ts";
import { plainText } from "./values.ts";
import { scalarOf } from "./rows.ts";

/** Longest text in a cell. The ledger shows whole values. */
const longestInCell = 200;
/** Widest column, in characters, unless a table has a limit of its own. */
const widestColumn = 40;
/** Rows from which column widths are computed. */
const sampled = 200;

/** The keys of all rows, in order of first appearance. */
export function columnsOf(rows: readonly JsonNode[]): string[] {
  const seen = new Set<string>();
  for (const row of rows) for (const cell of row.children) seen.add(String(cell.key));
  return [...seen];
}

/**
 * Compares two cells: numbers by size, strings by characters. Different types are grouped; missing values come last.
 */
export function compareCells(one: JsonNode | undefined, other: JsonNode | undefined): number {
  const rank = (cell: JsonNode | undefined): number => {
    switch (cell?.kind) {
      case "integer":
      case "real":
        return 0;
      case "string":
        return 1;
      case "boolean":
        return 2;
      case "list":
      case "map":
        return 3;
      case "null":
        return 4;
      default:
        return 5;
    }
  };
  const apart = rank(one) - rank(other);
  if (apart !== 0 || !one || !other) return apart;
  if (rank(one) === 0) {
    if (one.kind === "integer" && other.kind === "integer") {
      const [left, right] = [BigInt(one.text), BigInt(other.text)];
      return left < right ? -1 : left > right ? 1 : 0;
    }
    return Number(one.text) - Number(other.text);
  }
  return one.text < other.text ? -1 : one.text > other.text ? 1 : 0;
}

/** A cell for spreadsheets: strings unquoted, null empty, nested values as JSON. */
function bareCell(cell: JsonNode | undefined): string {
  if (!cell || cell.kind === "null") return "";
  return cell.kind === "string" ? cell.text : prettyJson(cell).replace(/\n\s*/g, " ");
}

/** The rows as comma-separated values (RFC 4180). */
export function toCsv(columns: readonly string[], rows: readonly JsonNode[]): string {
  const quoted = (words: string): string => (/[",\r\n]/.test(words) ? `"${words.replaceAll('"', '""')}"` : words);
  const lines = [columns, ...rows.map((row) => columns.map((column) => bareCell(row.get(column))))];
  return `${lines.map((cells) => cells.map(quoted).join(",")).join("\r\n")}\r\n`;
}

/** The rows as tab-separated values. Tabs and line breaks in cells are escaped as \t and \n. */
export function toTsv(columns: readonly string[], rows: readonly JsonNode[]): string {
  const escaped = (words: string): string =>
    words.replace(/[\\\t\n\r]/g, (sign) => ({ "\\": "\\\\", "\t": "\\t", "\n": "\\n" })[sign] ?? "\\r");
  const lines = [columns, ...rows.map((row) => columns.map((column) => bareCell(row.get(column))))];
  return `${lines.map((cells) => cells.map(escaped).join("\t")).join("\n")}\n`;
}

/** The rows as a Markdown table. */
export function toMarkdown(columns: readonly string[], rows: readonly JsonNode[]): string {
  const escaped = (words: string): string => words.replace(/[\\|]/g, "\\$&").replace(/\r?\n/g, "<br>");
  const line = (cells: readonly string[]): string => `| ${cells.map(escaped).join(" | ")} |`;
  const body = rows.map((row) => line(columns.map((column) => bareCell(row.get(column)))));
  return `${[line(columns), line(columns.map(() => "---")), ...body].join("\n")}\n`;
}

interface Sorting {
  column: string;
  isDescending: boolean;
}

/** The forms in which a table can be copied: the visible rows in their current order. */
export function tableForms({ columns, rows }: ReturnType<Table["content"]>): CopyForm[] {
  return [
    { label: text("copy.csv"), text: () => toCsv(columns, rows), isFirst: true },
    { label: text("copy.tsv"), text: () => toTsv(columns, rows) },
    { label: text("copy.markdown"), text: () => toMarkdown(columns, rows) },
  ];
}

/** How a cell stands out in its row. */
export interface CellMark {
  /** Cells with equal values have the same shade, from 1. */
  shade: number;
  /** What the shade means, for screen readers. */
  words: string;
}

interface TableOptions {
  /** Describes where a cell's value comes from. */
  comesFrom?: (cell: JsonNode) => string;
  /** The first column holds the row names, instead of row numbers. */
  isNamed?: boolean;
  label?: string;
  /** The columns, if they are not to be taken from the rows. */
  columns?: string[];
  /** Widest column, in characters. */
  widest?: number;
  /** Marks cells of a row by their column. */
  marks?: (row: JsonNode) => ReadonlyMap<string, CellMark>;
  /** Shown in cells without a value. */
  empty?: string;
  /** Makes each cell a button that calls this. */
  press?: (row: JsonNode, column: string) => void;
  /** Further entries for a column's menu. */
  menu?: (column: string) => MenuItem[];
}

export class Table {
  private readonly rows: readonly JsonNode[];
  private readonly columns: string[];
  private readonly virtual: VirtualRows;
  private readonly heads = new Map<string, HTMLElement>();
  private sorting: Sorting | null = null;
  private order: JsonNode[];

  constructor(
    scroller: HTMLElement,
    rows: readonly JsonNode[],
    private readonly options: TableOptions = {},
  ) {
    this.rows = rows;
    this.order = [...rows];
    this.columns = options.columns ?? columnsOf(rows);
    const body = element("div", { role: "rowgroup" });
    const head = element("div", { role: "rowgroup", class: "table-head sticky" }, this.headRow());
    const table = element(
      "div",
      {
        role: "table",
        class: "table",
        "aria-label": options.label ?? text("view.table"),
        "aria-rowcount": rows.length + 1,
        "aria-colcount": this.columns.length + (options.isNamed ? 0 : 1),
      },
      head,
      body,
    );
    table.style.setProperty("--columns", this.widths());
    fill(scroller, table);
    this.virtual = new VirtualRows({ scroller, body, row: (index) => this.row(index) });
    this.virtual.show(rows.length, -1);
  }

  /** The columns and the rows in their current order. */
  content(): { columns: string[]; rows: JsonNode[] } {
    return { columns: this.columns, rows: this.order };
  }

  /** The forms in which the table can be copied. */
  forms(): CopyForm[] {
    return tableForms(this.content());
  }

  private widths(): string {
    // Fits the largest number, the padding of a cell and the heading.
    const numbers = `calc(${Math.max(2, String(this.rows.length).length)}ch + 1.25rem)`;
    const widths = this.columns.map((column) => {
      const longest = this.rows
        .slice(0, sampled)
        .reduce((most, row) => Math.max(most, this.cellText(row.get(column)).length), column.length + 6);
      const { widest = widestColumn } = this.options;
      return `minmax(${Math.min(longest, widest) + 2}ch, ${Math.min(longest, widest)}fr)`;
    });
    return (this.options.isNamed ? widths : [numbers, ...widths]).join(" ");
  }

  private cellText(cell: JsonNode | undefined): string {
    if (!cell) return "";
    const json = cell.kind === "string" ? JSON.stringify(cell.text) : prettyJson(cell).replace(/\n\s*/g, " ");
    const words = scalarOf(cell) ?? json;
    return words.length > longestInCell ? `${words.slice(0, longestInCell)}…` : words;
  }

  private headRow(): HTMLElement {
    const row = element(
      "div",
      { role: "row", class: "table-row", "aria-rowindex": 1 },
      !this.options.isNamed && element("span", { role: "columnheader", class: "table-number" }, text("table.number")),
    );
    for (const column of this.columns) {
      const arrow = element("span", { class: "sort-arrow", "aria-hidden": "true" }, icon("chevron"));
      const press = element(
        "button",
        { type: "button", class: "table-sort", title: text("table.sort") },
        element("span", { dir: "auto" }, column),
        arrow,
      );
      press.addEventListener("click", () =>
        this.sortBy(column, this.sorting?.column !== column ? "up" : this.sorting.isDescending ? "none" : "down"),
      );
      const menu = menuButton({
        label: text("table.menu", { column }),
        icon: "dots",
        class: "quiet small",
        items: () => [
          { label: text("table.up"), choose: () => this.sortBy(column, "up") },
          { label: text("table.down"), choose: () => this.sortBy(column, "down") },
          { label: text("table.asItCame"), disabled: this.sorting === null, choose: () => this.sortBy(column, "none") },
          {
            label: text("table.copyColumn"),
            apart: true,
            icon: "copy",
            choose: () => void copyText(this.order.map((each) => bareCell(each.get(column))).join("\n")),
          },
          ...(this.options.menu?.(column) ?? []),
        ],
      });
      const head = element("span", { role: "columnheader", "aria-sort": "none" }, press, menu);
      this.heads.set(column, head);
      row.append(head);
    }
    return row;
  }

  private sortBy(column: string, direction: "up" | "down" | "none"): void {
    this.sorting = direction === "none" ? null : { column, isDescending: direction === "down" };
    const sign = direction === "down" ? -1 : 1;
    this.order = [...this.rows];
    if (direction !== "none") {
      // A missing cell comes last in both directions.
      this.order.sort((one, other) => {
        const [left, right] = [one.get(column), other.get(column)];
        return !left || !right ? compareCells(left, right) : sign * compareCells(left, right);
      });
    }
    for (const [name, head] of this.heads) {
      const isSorted = this.sorting?.column === name;
      setAttribute(head, "aria-sort", isSorted ? (direction === "down" ? "descending" : "ascending") : "none");
    }
    this.virtual.show(this.order.length, -1);
  }

  private row(index: number): HTMLElement {
    const node = this.order[index] as JsonNode;
    const made = element(
      "div",
      { role: "row", class: "table-row", "aria-rowindex": index + 2 },
      !this.options.isNamed &&
        element("span", { role: "rowheader", class: "table-number" }, String(Number(node.key ?? index))),
    );
    const { comesFrom, empty = "", isNamed, press } = this.options;
    const marks = this.options.marks?.(node);
    for (const [place, column] of this.columns.entries()) {
      const cell = node.get(column);
      const mark = marks?.get(column);
      const kind = !cell
        ? "missing"
        : cell.kind === "integer" || cell.kind === "real"
          ? "number"
          : cell.kind === "string"
            ? "string"
            : "atom";
      const isName = isNamed === true && place === 0;
      const words = isName && cell ? cell.text : cell ? this.cellText(cell) : empty;
      const said = [mark?.words, cell && comesFrom?.(cell)].filter((part) => part);
      const button = press && !isName && cell && element("button", { type: "button", class: "table-cell" }, words);
      if (button) button.addEventListener("click", () => press(node, column));
      made.append(
        element(
          "span",
          {
            role: isName ? "rowheader" : "cell",
            "data-kind": isName ? "name" : kind,
            dir: "auto",
            "data-shade": mark?.shade,
            "aria-description": said.join(", ") || undefined,
            title: cell && cell.kind !== "null" ? plainText(cell).slice(0, 1000) : undefined,
          },
          button || words,
        ),
      );
    }
    return made;
  }
}
