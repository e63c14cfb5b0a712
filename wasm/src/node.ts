// The way to Node's own modules, in a file of its own: no published declaration needs Node's types.

/** Node's own modules, without an import that bundlers for browsers would stumble over; undefined in browsers. */
export const builtinModule: NodeJS.Process["getBuiltinModule"] | undefined = globalThis.process?.versions?.node
  ? globalThis.process.getBuiltinModule
  : undefined;
