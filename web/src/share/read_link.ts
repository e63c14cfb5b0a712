// Reads a link, with its failure as a value.

import { type DecodedLink, decodeLink, LinkError } from "evalground";

/** A link that was read, or why it cannot be. */
type ReadLink = { link: DecodedLink } | { error: LinkError };

/** Reads a link; whatever else than the link is wrong is thrown on. */
export function readLink(fragment: string): ReadLink {
  try {
    return { link: decodeLink(fragment, { exact: true }) };
  } catch (error) {
    if (!(error instanceof LinkError)) throw error;
    return { error };
  }
}
