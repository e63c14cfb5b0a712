// The key of the method that `using` calls at the end of a block, also for runtimes without Symbol.dispose.

declare global {
  // As TypeScript's own library has it from ESNext on; programs that are compiled for less need no more than this.
  interface SymbolConstructor {
    readonly dispose: unique symbol;
  }
}

export const disposeKey: typeof Symbol.dispose = Symbol.dispose ?? (Symbol.for("Symbol.dispose") as never);
