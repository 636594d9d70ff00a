import type { ComponentType } from 'react';

/** A hand-written screen. Its folder's `manifest.ts` exports one of these as `manifest`. */
export interface ScreenManifest {
  /** Name by which the shipped menu calls it (`screen`). */
  readonly name: string;
  /** Page codes that it serves. */
  readonly codes: readonly string[];
  /** Whether it has routes of its own below its path. Default false: such paths do not exist. */
  readonly nested?: boolean;
  readonly load: () => Promise<ComponentType>;
}

/** Declares a screen. */
export function defineScreen(manifest: ScreenManifest): ScreenManifest {
  return manifest;
}
