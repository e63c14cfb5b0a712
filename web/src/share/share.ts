// One share: the workspace as it was when sharing began, and the user's decisions about it. Every form of sharing
// (link, Markdown, command, file) gives away `given` and nothing else.

import type { RunResult, Workspace } from "evalground";
import type { State } from "../store.ts";
import { filesOf } from "../ui/entries.ts";
import { own } from "../ui/own.ts";
import { repositoryOf } from "../ui/repository.ts";
import { valueToYaml } from "../ui/yaml.ts";
import { type Part, partsOf, secretNames, shared } from "./content.ts";
import { linkSteps, linkTo, linkView } from "./link.ts";
import { type Finding, Search } from "../run/secrets.ts";

export class Share {
  /** The parts that can be left out. */
  readonly parts: readonly Part[];
  /** Names of secrets with known values: those of the workspace and those that the document declares. */
  readonly secrets: readonly string[];
  /** Include the values of secrets. The user has confirmed it. */
  includeSecrets = false;
  /** Include the result in the Markdown, if it is up to date. */
  withResult = true;
  private readonly left = new Set<string>();

  /** `site` is the address of this site, ending with a slash. */
  constructor(
    private readonly state: Readonly<State>,
    private readonly site: string,
    /** What was found in the state's workspace. */
    readonly search: Search,
  ) {
    const { workspace } = state;
    this.parts = partsOf(workspace);
    this.secrets = [...secretNames(workspace), ...search.inputs];
  }

  /** A share of the state, once its workspace was searched for secrets. `declared`: as for Search.of. */
  static async of(state: Readonly<State>, site: string, declared: readonly string[] = []): Promise<Share> {
    const { workspace, resultRevision, revision } = state;
    const result = resultRevision === revision ? state.result : null;
    return new Share(state, site, await Search.of(workspace, { result, declared }));
  }

  /** The workspace as it is shared. */
  get given(): Workspace {
    const { left, includeSecrets, search } = this;
    return shared(search.placed, { left, includeSecrets, secretInputs: search.inputs });
  }

  /** The address that opens it; null if it does not fit a link. */
  get link(): string | null {
    return linkTo(this.site, this.given, { view: linkView(this.state), includeSecrets: this.includeSecrets });
  }

  /** The link if it is short enough to be offered, else null. */
  get offeredLink(): string | null {
    const { link } = this;
    return link !== null && link.length <= linkSteps.most ? link : null;
  }

  /** Whether placeholders are being put in, or taken out. */
  get isPending(): boolean {
    return this.search.isPending;
  }

  /** The name that opens with the workspace; null if it has none. The draft's own name is not in it. */
  get sharedTitle(): string | null {
    return this.state.workspace.title ?? null;
  }

  /** Whether the result is up to date. */
  get hasResult(): boolean {
    const { result, resultRevision, revision } = this.state;
    return result !== null && resultRevision === revision;
  }

  /** The result for the Markdown, or null. */
  get result(): RunResult | null {
    if (!this.withResult || !this.hasResult) return null;
    // The draft's own result would show what placeholders replace.
    return this.search.hasPlaceholders ? this.search.result : this.state.result;
  }

  get engineVersion(): string {
    return this.state.engineVersion;
  }

  /** The name of the draft. */
  get title(): string {
    return this.state.title || "Evalground";
  }

  /** A file name without an extension. */
  get fileName(): string {
    return (this.state.title || "evalground").replace(/[^\p{L}\p{N}._-]+/gu, "-");
  }

  /** The current value of a part. */
  valueOf({ id }: Part): unknown {
    return own(this.state.workspace as unknown as Record<string, unknown>, id);
  }

  /** The expression as text; null if there is none. */
  get expression(): string | null {
    const { expression } = this.search.placed;
    return expression === undefined ? null : typeof expression === "string" ? expression : valueToYaml(expression);
  }

  /** Whether a part is included. */
  has({ id }: Part): boolean {
    return !this.left.has(id);
  }

  /** Includes a part, or leaves it out. */
  take({ id }: Part, goesIn: boolean): void {
    if (goesIn) this.left.delete(id);
    else this.left.add(id);
  }

  /** Leaves out all files but these. */
  keepOnly(paths: ReadonlySet<string>): void {
    for (const part of this.parts) if (part.file !== null) this.take(part, paths.has(part.file));
  }

  /** The workspace and its result, if files that the result did not read could be left out; else null. */
  get reducible(): { workspace: Workspace; result: RunResult } | null {
    const { workspace, result } = this.state;
    const isOne = repositoryOf(workspace) !== null && filesOf(workspace).size > 1;
    return isOne && this.hasResult && result ? { workspace, result } : null;
  }

  /** The largest file that is included. */
  get largestFile(): Part | undefined {
    return this.parts
      .filter((part) => part.file !== null && this.has(part))
      .sort((one, other) => other.size - one.size)[0];
  }

  /** What was found in the parts that are included. */
  get findings(): Finding[] {
    return this.search.findings.filter(({ path: [key, name] }) =>
      key === "files" ? !this.left.has(`file:${name}`) : !this.left.has(String(key)),
    );
  }

  /** Those that would leave as they are. */
  get open(): Finding[] {
    return this.findings.filter(({ isReplaced }) => !isReplaced);
  }
}
