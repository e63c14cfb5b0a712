// Renders a template to text, or throws an error with its diagnostics.

import type { Engine, EvaluateOptions, TemplateOptions } from "./engine_types.js";
import { templateDialect } from "./languages.js";
import type { Outcome } from "./outcome.js";
import type { Diagnostic, Workspace } from "./types.js";

/** A template could not be rendered. `diagnostics` say why; the first error is the message. */
export class RenderError extends Error {
  override readonly name = "RenderError";
  constructor(readonly diagnostics: Diagnostic[]) {
    const { message } = diagnostics.find(({ severity }) => severity === "error") ?? {};
    super(message ?? "The result is a value and no text: use evaluate().");
  }
}

/** Throws a RenderError if the evaluation failed or gave a value instead of text. */
export function textOf({ ok, text, diagnostics = [] }: Partial<Pick<Outcome, "ok" | "text" | "diagnostics">>): string {
  if (!ok || text === undefined) throw new RenderError(diagnostics);
  return text;
}

/** See Engine.render. */
export async function render(
  engine: Engine,
  template: string,
  vars: Workspace["vars"] = {},
  options: TemplateOptions = {},
  request: EvaluateOptions = {},
): Promise<string> {
  const workspace = { dialect: templateDialect, files: { template }, vars, options };
  return textOf(await engine.evaluate(workspace, request));
}
