import { describe, expect, it } from 'vitest';
import {
  compactEntries,
  entriesBefore,
  entriesBetween,
  entriesWith,
  freshEntries,
  isMenuEdit,
  type PlacedEntry,
} from './own-menu.ts';
import { setRow } from './placed-rows.ts';

const SHIPPED: readonly PlacedEntry[] = [
  { key: 'base', name: '基础信息', path: '/base', icon: 'home', order: 10 },
  { key: 'law', name: '法律法规', parent: 'base', path: '/base/law', order: 20 },
];
const OWN: readonly PlacedEntry[] = [
  { key: 'law', name: '法规标准', path: '/base/law', order: 5 },
  { key: 'base', name: '基础信息', path: '/base', icon: 'home', order: 10, hidden: true },
  { key: 'ownTools', name: '工器具', parent: 'base', path: '/own/tools', icon: 'tool', order: 30, window: true },
];

describe('the menu that a company arranges', () => {
  it('is what the edits between the shipped and its own make of the shipped', () => {
    const edits = entriesBetween(SHIPPED, OWN);
    expect(edits.every(isMenuEdit)).toBe(true);
    expect(entriesWith(SHIPPED, edits)).toEqual(OWN);
    expect(entriesWith(SHIPPED, compactEntries([...edits, ...edits]))).toEqual(OWN);
    expect(entriesBetween(OWN, OWN)).toEqual([]);
    expect(freshEntries(OWN, edits)).toEqual([]);
    expect(freshEntries(SHIPPED, edits)).toEqual(edits);
  });

  it('goes back to what it was, where what was added is only hidden', () => {
    const edits = entriesBetween(SHIPPED, OWN);
    const [first, second, third] = entriesBefore(OWN, edits);
    expect([first, second]).toEqual(SHIPPED);
    expect(third).toMatchObject({ key: 'ownTools', hidden: true });
    expect(entriesWith([...SHIPPED, third as PlacedEntry], edits)).toEqual(OWN);
  });

  it.each([
    [setRow('law', 'name', '法律法规', '法')],
    [setRow('law', 'path', '/base/law', 'javascript:alert(1)')],
    [setRow('law', 'parent', 'base', '__proto__ x')],
    [setRow('law', 'order', 20, -1)],
    [setRow('law', 'roles', null, ['everyone'])],
    [{ edit: 'add', at: ['ownX'], after: null, value: { name: '某某' } } as const],
    [{ edit: 'hide', at: ['law'] } as const],
  ])('refuses %j', (edit) => expect(isMenuEdit(edit)).toBe(false));
});
