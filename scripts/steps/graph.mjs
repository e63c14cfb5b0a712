// Runs the nodes of a dependency graph in parallel.

/**
 * Runs each node `{name, after, slots}` once the nodes in its `after` have passed. Of the ready nodes, the first in the
 * list that fits into the free slots is started. So small nodes fill the slots in pairs, and nodes that need all slots
 * run in between. `run(node)` resolves to whether the node passed. If a node in `after` failed, `skip(node, name)` is
 * called with the name of the failed one.
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
          return advance(); // nodes earlier in the list may depend on it
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
