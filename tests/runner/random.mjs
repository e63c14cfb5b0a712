// Repeatable random numbers from a seed (xorshift32), for programs that generate test input.

/** `below(n)`: an integer from 0 to n - 1. `pick(list)`: one of its items. `chance(p)`: true in a share p of calls. */
export function randomFrom(seed) {
  let state = (seed ^ 0x9e3779b9) >>> 0 || 1;
  const next = () => {
    state ^= state << 13;
    state >>>= 0;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state;
  };
  const below = (limit) => next() % limit;
  return { below, pick: (list) => list[below(list.length)], chance: (share) => next() / 2 ** 32 < share };
}

/** A number for a text (FNV-1a, 32 bits). */
export function hashOf(text) {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash;
}
