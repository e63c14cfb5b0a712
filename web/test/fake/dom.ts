// The part of the DOM that forms need to be mounted in a test: elements with attributes, children, text and listeners.

type Listener = (event: { target: FakeElement }) => void;

/** The text that a node shows. */
interface Shown {
  textContent: string | null;
}

export class FakeElement {
  readonly attributes = new Map<string, string>();
  readonly dataset: Record<string, string> = {};
  readonly style = {
    values: new Map<string, string>(),
    setProperty: (name: string, value: string) => this.style.values.set(name, value),
  };
  readonly classList = { add: (): void => undefined };
  children: (FakeElement | Shown)[] = [];
  value = "";
  checked = false;
  hidden = false;
  title = "";
  private readonly listeners = new Map<string, Listener[]>();

  constructor(readonly tag: string) {}

  get htmlFor(): string {
    return this.attributes.get("for") ?? "";
  }
  get textContent(): string {
    return this.children.map((child) => child.textContent ?? "").join("");
  }
  set textContent(words: string) {
    this.children = [{ textContent: words }];
  }
  getAttribute(name: string): string | null {
    return this.attributes.get(name) ?? null;
  }
  setAttribute(name: string, value: string): void {
    this.attributes.set(name, value);
  }
  removeAttribute(name: string): void {
    this.attributes.delete(name);
  }
  appendChild(child: FakeElement): void {
    this.children.push(child);
  }
  append(...children: FakeElement[]): void {
    this.children.push(...children);
  }
  replaceChildren(): void {
    this.children = [];
  }
  after(): void {}
  addEventListener(type: string, listener: Listener): void {
    this.listeners.set(type, [...(this.listeners.get(type) ?? []), listener]);
  }
  dispatch(type: string): void {
    for (const listener of this.listeners.get(type) ?? []) listener({ target: this });
  }

  /** All descendants with a tag, in order. */
  all(tag: string): FakeElement[] {
    return this.children.flatMap((child) =>
      child instanceof FakeElement ? [...(child.tag === tag ? [child] : []), ...child.all(tag)] : [],
    );
  }
  querySelector(tag: string): FakeElement | null {
    return this.all(tag)[0] ?? null;
  }
}

class FakeSelect extends FakeElement {}

/** Replaces the browser's document. Elements with ids are created when they are first requested. */
export function installDocument(): { byId: (id: string) => FakeElement } {
  const known = new Map<string, FakeElement>();
  const byId = (id: string): FakeElement => {
    const found = known.get(id) ?? new FakeElement("div");
    known.set(id, found);
    return found;
  };
  const create = (tag: string): FakeElement => (tag === "select" ? new FakeSelect(tag) : new FakeElement(tag));
  Object.assign(globalThis, {
    HTMLSelectElement: FakeSelect,
    document: {
      activeElement: null,
      createElement: create,
      createElementNS: (_: string, tag: string) => create(tag),
      createTextNode: (words: string) => ({ textContent: words }),
      getElementById: byId,
    },
  });
  return { byId };
}
