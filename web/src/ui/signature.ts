// How a function is called, in one line.

import type { CatalogueSignature } from "evalground";

/** "abs(x: number) → number" of a signature. */
export function signatureText(name: string, { params, returns }: CatalogueSignature): string {
  const list = params.map(({ name: own, type, optional }) => `${own}${optional ? "?" : ""}: ${type}`).join(", ");
  return `${name}(${list})${returns ? ` → ${returns}` : ""}`;
}
