// Decodes a link, and returns a failure as a value.

import { type DecodedLink, decodeLink, LinkError } from "evalground";

/** A link that was read, or why it cannot be. */
type ReadLink = { link: DecodedLink } | { error: LinkError };

/** Decodes a link. Errors other than LinkError are thrown. */
export function readLink(fragment: string): ReadLink {
  try {
    return { link: decodeLink(fragment, { exact: true }) };
  } catch (error) {
    if (!(error instanceof LinkError)) throw error;
    return { error };
  }
}
