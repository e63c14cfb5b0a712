// A pause between two pieces of work, in which the browser paints and hears the user.

interface Scheduler {
  yield?(): Promise<void>;
}

/** Goes on as soon as what waits has been done; where the browser knows how, before what is asked for later. */
export function breathe(): Promise<void> {
  const { scheduler } = globalThis as { scheduler?: Scheduler };
  return scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve));
}
