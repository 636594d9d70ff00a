import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

/** Milliseconds after which a part of the program that does not arrive counts as failed. */
export const CHUNK_TIMEOUT = 120_000;

/** A part of the program could not be loaded. */
export class ChunkError extends Error {
  override readonly name = 'ChunkError';
}

/** Loads a part of the program; fails with ChunkError when it is refused or takes more than 120 s. */
export function loadPart<T>(load: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ChunkError('timeout')), CHUNK_TIMEOUT);
  });
  return Promise.race([load(), late])
    .catch((error: unknown) => {
      throw error instanceof ChunkError
        ? error
        : new ChunkError(error instanceof Error ? error.message : String(error));
    })
    .finally(() => clearTimeout(timer));
}

/** A component that is loaded when it is first shown. */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>): LazyExoticComponent<ComponentType<Props>> {
  return lazy(() => loadPart(load).then((component) => ({ default: component })));
}
