// From a place in a file to a node.

import type { Graph, GraphNode } from "evalground";

/** The node that a place is in, as far as the graph knows: the one whose name is nearest before it. */
export function nodeAt({ nodes }: Graph, { file, offset }: { file: string; offset: number }): GraphNode | null {
  let found: GraphNode | null = null;
  for (const node of nodes) {
    const { span } = node;
    if (!span || span.file !== file || span.from > offset) continue;
    if (!found?.span || span.from >= found.span.from) found = node;
  }
  return found;
}
