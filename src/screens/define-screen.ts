import type { ComponentType } from 'react';
import type { BesideProps } from '../runtime/form/beside.ts';

/** A hand-written screen. Its folder's `manifest.ts` exports one of these as `manifest`. */
export interface ScreenManifest {
  /** Name by which the shipped menu calls it (`screen`). */
  readonly name: string;
  /** Page codes that it serves. */
  readonly codes: readonly string[];
  /** Whether it has routes of its own below its path. Default false: such paths do not exist. */
  readonly nested?: boolean;
  readonly load: () => Promise<ComponentType>;
  /** What it puts beside the generated form of an entity. Default nothing. */
  readonly beside?: { readonly entity: string; readonly load: () => Promise<ComponentType<BesideProps>> };
}

/** Declares a screen. */
export function defineScreen(manifest: ScreenManifest): ScreenManifest {
  return manifest;
}
