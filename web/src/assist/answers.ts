// The engine's answers to language-service requests (docs/language-services.md), as far as the page uses them.

/** A range of a file or of the expression, in UTF-16 units. */
export interface Stretch {
  file: string;
  from: number;
  to: number;
}

export interface TextEdit extends Stretch {
  newText: string;
}

export interface CompletionItem {
  label: string;
  /** The dialect's own term for its kind: "filter", "property", "resource". */
  is: string;
  detail?: string;
  summary?: string;
  documentation?: string;
  textEdit: TextEdit;
  insertTextFormat: "Snippet" | "PlainText";
  sortText: string;
}

export interface CompletionAnswer {
  items: CompletionItem[];
  isIncomplete: boolean;
}

export interface HoverAnswer extends Stretch {
  contents: string;
  entry?: { kind: string; name: string };
}

export interface SignatureAnswer {
  signatures: { label: string; parameters: { label: string }[]; documentation?: string }[];
  activeSignature: number;
  activeParameter: number;
}

export interface CodeAction {
  title: string;
  edits: TextEdit[];
}

export interface RenamePlace extends Stretch {
  placeholder: string;
}

export interface InlayHint {
  offset: number;
  label: string;
}
