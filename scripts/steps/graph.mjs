// Runs the nodes of a graph beside each other.

/**
 * Runs each node `{name, after, slots}` once those that it names in `after` have passed. Of the nodes that are ready,
 * the first in the list starts that fits into the free slots: small nodes fill the slots in pairs, and those that need
 * all slots come between. `run(node)` gives whether the node passed. A node that comes after a failed one is given to
 * `skip(node, name)`, with the name of the failed one.
 */
export function runGraph(nodes, slots, run, skip) {
  const states = new Map(nodes.map(({ name }) => [name, "waiting"]));
  const known = ({ after = [] }) => after.filter((name) => states.has(name));
  let free = slots;
  return new Promise((resolve, reject) => {
    async function start(node) {
      states.set(node.name, "running");
      free -= node.slots;
      const passed = await run(node);
      states.set(node.name, passed ? "passed" : "failed");
      free += node.slots;
      advance();
    }
    function advance() {
      for (const node of nodes) {
        if (states.get(node.name) !== "waiting") continue;
        const failed = known(node).find((name) => states.get(name) === "failed");
        if (failed) {
          states.set(node.name, "failed");
          skip(node, failed);
          return advance(); // for those before it in the list that come after it
        } else if (node.slots <= free && known(node).every((name) => states.get(name) === "passed")) {
          start(node).catch(reject);
        }
      }
      const open = [...states.values()].filter((state) => state === "waiting" || state === "running");
      if (open.length === 0) resolve();
    }
    advance();
  });
}
