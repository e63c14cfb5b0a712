// Fuzzy search: the letters must occur in the words in order, best at the beginnings of words.

/** How well words match a search: null if they do not, else higher is better. */
export function fitOf(search: string, words: string): number | null {
  const wanted = search.trim().toLowerCase();
  if (wanted === "") return 0;
  const found = words.toLowerCase();
  const whole = found.indexOf(wanted);
  // Contiguous letters beat scattered ones, and an earlier position beats a later one.
  if (whole >= 0) return 1000 - Math.min(whole, 200) - found.length / 100 + (isBeginning(found, whole) ? 500 : 0);
  let fit = 0;
  let at = -1;
  for (const letter of wanted.replace(/\s+/g, "")) {
    const next = found.indexOf(letter, at + 1);
    if (next < 0) return null;
    fit += isBeginning(found, next) ? 8 : next === at + 1 ? 4 : -1;
    at = next;
  }
  // Letters scattered over long words are a coincidence.
  return fit < wanted.length * 3 ? null : fit;
}

function isBeginning(words: string, at: number): boolean {
  return at === 0 || !/[\p{L}\p{N}]/u.test(words[at - 1] ?? "");
}

/** The items that match a search, the best first. Items that match equally well keep their order. */
export function sought<Item>(items: readonly Item[], search: string, wordsOf: (item: Item) => string): Item[] {
  return items
    .map((item, place) => ({ item, place, fit: fitOf(search, wordsOf(item)) }))
    .filter((each): each is { item: Item; place: number; fit: number } => each.fit !== null)
    .sort((one, other) => other.fit - one.fit || one.place - other.place)
    .map(({ item }) => item);
}
