// One share: the workspace as it was when sharing began, and the user's decisions about it. Every form of sharing
// (link, Markdown, command, file) gives away `given` and nothing else.

import type { RunResult, Workspace } from "evalground";
import type { State } from "../store.ts";
import { filesOf } from "../ui/entries.ts";
import { secretInputs } from "../ui/outline.ts";
import { own } from "../ui/own.ts";
import { repositoryOf } from "../ui/repository.ts";
import { type Part, partsOf, type Suspect, secretNames, shared, suspects } from "./content.ts";
import { linkSteps, linkTo, linkView } from "./link.ts";

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
  private readonly replaced = new Set<string>();
  private readonly secretInputs: readonly string[];

  /** `site` is the address of this site, ending with a slash. */
  constructor(
    private readonly state: Readonly<State>,
    private readonly site: string,
  ) {
    const { workspace, outline } = state;
    this.parts = partsOf(workspace);
    this.secretInputs = secretInputs(workspace, outline);
    this.secrets = [...secretNames(workspace), ...this.secretInputs];
  }

  /** The workspace as it is shared. */
  get given(): Workspace {
    const { left, replaced, includeSecrets, secretInputs } = this;
    return shared(this.state.workspace, { left, replaced, includeSecrets, secretInputs });
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

  /** Whether the result is up to date. */
  get hasResult(): boolean {
    const { result, resultRevision, revision } = this.state;
    return result !== null && resultRevision === revision;
  }

  /** The result for the Markdown, or null. */
  get result(): RunResult | null {
    return this.withResult && this.hasResult ? this.state.result : null;
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

  /** Included entries that the user should check first. */
  get suspects(): Suspect[] {
    return suspects(this.state.workspace).filter(
      ({ key, name }) => !this.left.has(key) && !this.replaced.has(`${key}/${name}`),
    );
  }

  /** Replaces the value of an entry with a placeholder. */
  replace({ key, name }: Suspect): void {
    this.replaced.add(`${key}/${name}`);
  }
}
