// Builds elements from plain data. Text always becomes a text node, so no text of a document is ever parsed as HTML.

import { type IconName, iconPaths } from "./icons.ts";

/**
 * Attributes and listeners of a new element. False and undefined attributes are left out; true is an empty attribute.
 */
interface Attributes {
  class?: string;
  on?: { [K in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[K]) => void };
  [attribute: string]: unknown;
}

export type Child = Node | string | null | undefined | false;

/** Makes an element with attributes, listeners and children. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "on") {
      for (const [type, listener] of Object.entries(attributes.on ?? {})) {
        made.addEventListener(type, listener as EventListener);
      }
    } else if (value !== undefined && value !== false && value !== null) {
      made.setAttribute(name, value === true ? "" : String(value));
    }
  }
  append(made, children);
  return made;
}

/** Adds children, skipping the absent ones. */
function append(parent: Node, children: Child[]): void {
  for (const child of children) {
    if (child) parent.appendChild(typeof child === "string" ? document.createTextNode(child) : child);
  }
}

/** Replaces everything inside an element. */
export function fill(parent: Element, ...children: Child[]): void {
  parent.replaceChildren();
  append(parent, children);
}

/** Sets an attribute, or removes it if the value is null or false. Does nothing if it has that value already. */
export function setAttribute(target: Element, name: string, value: string | number | boolean | null): void {
  if (value === null || value === false) target.removeAttribute(name);
  else {
    const words = value === true ? "" : String(value);
    if (target.getAttribute(name) !== words) target.setAttribute(name, words);
  }
}

/** Sets the text of an element. Does nothing if it has that text already, to avoid a layout. */
export function setText(target: Element, words: string): void {
  if (target.textContent !== words) target.textContent = words;
}

/** The element with this id. A missing element is a bug of the page. */
export function byId<Kind extends HTMLElement = HTMLElement>(id: string): Kind {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no element #${id}`);
  return found as Kind;
}

/** An icon on a 16-unit grid. It has the colour of the surrounding text and is hidden from screen readers. */
export function icon(name: IconName): SVGSVGElement {
  const namespace = "http://www.w3.org/2000/svg";
  const drawing = document.createElementNS(namespace, "svg");
  drawing.setAttribute("viewBox", "0 0 16 16");
  drawing.setAttribute("class", "icon");
  drawing.setAttribute("aria-hidden", "true");
  drawing.setAttribute("focusable", "false");
  for (const shape of iconPaths[name]) {
    const path = document.createElementNS(namespace, "path");
    path.setAttribute("d", shape.startsWith("#") ? shape.slice(1) : shape);
    if (shape.startsWith("#")) path.setAttribute("class", "solid");
    drawing.append(path);
  }
  return drawing;
}

/** The look of a button: its label, and an icon if the label is not shown. */
export interface ButtonFace {
  label: string;
  icon?: IconName;
  /** Show the label beside the icon, or shorter words that the label contains. */
  words?: boolean | string;
  class?: string;
  /** Further attributes of the element. */
  attributes?: Attributes;
}

interface ButtonOptions extends ButtonFace {
  press: (event: MouseEvent) => void;
}

/** A button whose accessible name is its label. */
export function button({
  label,
  icon: sign,
  words,
  class: classes,
  attributes,
  press,
}: ButtonOptions): HTMLButtonElement {
  const shown = words ?? !sign;
  const isWhole = shown === true || shown === label;
  const made = element(
    "button",
    {
      type: "button",
      class: classes,
      "aria-label": isWhole ? undefined : label,
      title: isWhole ? undefined : label,
      ...attributes,
    },
    sign && icon(sign),
    shown && element("span", { class: "words" }, shown === true ? label : shown),
  );
  made.classList.add("button");
  if (!shown) made.classList.add("icon-only");
  made.addEventListener("click", press);
  return made;
}

let lastId = 0;

/** An id that is unique in the page. */
export function freshId(prefix: string): string {
  lastId += 1;
  return `${prefix}-${lastId}`;
}
