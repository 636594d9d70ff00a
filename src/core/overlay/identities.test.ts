import { expect, it } from 'vitest';
import { whatItSays } from './identities.ts';

/** FNV-1a of 64 bits as it is defined, over the value's text with sorted keys. */
function byDefinition(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const unit of text) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(unit.codePointAt(0) ?? 0)) * 0x100000001b3n);
  }
  return `~${hash.toString(36)}`;
}

it('names a value by the hash that edits of earlier versions call it by', () => {
  // Stored overlays hold such names: they never become others.
  expect(whatItSays({ when: "level == '1'", else: '必填' })).toBe(whatItSays({ else: '必填', when: "level == '1'" }));
  for (let seed = 1; seed <= 2_000; seed += 1) {
    const length = seed % 67;
    const text = Array.from({ length }, (_, at) =>
      String.fromCodePoint(((seed * 7_919 + at * 104_729) % 0x10000) % 0xd800 || (seed % 2 === 0 ? 0x1f600 : 0x20bb7)),
    ).join('');
    expect(whatItSays(text)).toBe(byDefinition(JSON.stringify(text)));
  }
});
