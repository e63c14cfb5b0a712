// The signature of a function on one line.

import type { CatalogueSignature } from "evalground";

/** A signature as "abs(x: number) → number". */
export function signatureText(name: string, { params, returns }: CatalogueSignature): string {
  const list = params.map(({ name: own, type, optional }) => `${own}${optional ? "?" : ""}: ${type}`).join(", ");
  return `${name}(${list})${returns ? ` → ${returns}` : ""}`;
}
