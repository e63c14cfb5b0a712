// The key of the method that `using` calls at the end of a block. It exists even if the runtime lacks Symbol.dispose.

declare global {
  // Declared as in TypeScript's own library since ESNext, for programs compiled with an older library.
  interface SymbolConstructor {
    readonly dispose: unique symbol;
  }
}

export const disposeKey: typeof Symbol.dispose = Symbol.dispose ?? (Symbol.for("Symbol.dispose") as never);
