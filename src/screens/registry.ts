import type { ScreenManifest } from './define-screen.ts';

const modules = import.meta.glob<{ manifest: ScreenManifest }>('./*/*/manifest.ts', { eager: true });

const byCode = new Map<string, ScreenManifest>();
const byPath = new Map<string, ScreenManifest>();

for (const [file, { manifest }] of Object.entries(modules)) {
  byPath.set(file.replace(/^\.\//, '').replace(/\/manifest\.ts$/, ''), manifest);
  for (const code of manifest.codes) {
    byCode.set(code, manifest);
  }
}

/** The screen that serves a page code; undefined where none does. */
export function screenOfCode(code: string): ScreenManifest | undefined {
  return byCode.get(code);
}

/** The screen in a folder under src/screens (`dashboards/overview`), which a menu code `@dashboards/overview` names. */
export function screenOfPath(path: string): ScreenManifest | undefined {
  return byPath.get(path.replace(/\/(index|manifest)?(\.tsx?)?$/, ''));
}

/** What a screen puts beside the forms of an entity; undefined where none does. */
export function formBesideOf(entity: string): ScreenManifest['beside'] {
  return allScreens().find(({ beside }) => beside?.entity === entity)?.beside;
}

/** All screens. */
export function allScreens(): readonly ScreenManifest[] {
  return [...byPath.values()];
}
