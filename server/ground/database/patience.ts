import { AsyncLocalStorage } from 'node:async_hooks';

const patience = new AsyncLocalStorage<number>();

/** Milliseconds that a statement of a job, an export or an import may take. */
export const jobPatience = 60_000;

/** Runs work whose statements may each take so many milliseconds instead of the few that a call is given. */
export function patiently<T>(milliseconds: number, work: () => T): T {
  return patience.run(milliseconds, work);
}

/** How long statements may take here; undefined: as long as those of a call. */
export function currentPatience(): number | undefined {
  return patience.getStore();
}
