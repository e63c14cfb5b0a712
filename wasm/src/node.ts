// Access to Node's own modules. It is in a file of its own so that published declarations do not need Node's types.

/** Node's own modules without an import, which bundlers for browsers could not resolve; undefined in browsers. */
export const builtinModule: NodeJS.Process["getBuiltinModule"] | undefined = globalThis.process?.versions?.node
  ? globalThis.process.getBuiltinModule
  : undefined;
