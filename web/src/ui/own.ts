// Lookups by names that come from documents, links and messages.

/** The table's own value for a name. A document may use the name "constructor", which every object inherits. */
export function own<Value>(table: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
