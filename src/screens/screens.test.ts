import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { patient } from '../../tests/fixtures/patience.ts';
import { menuItem } from '../../tests/fixtures/wire-samples.ts';
import { buildMenuTree } from '../api/menu-tree.ts';
import { allScreens, screenOfCode, screenOfPath } from './registry.ts';
import { favouritesWithout, moveFavourite, parseFavourites } from './shared/favourites.ts';
import { greetingOf } from './shared/greeting.ts';
import { pageChoicesOf } from './shared/page-choices.ts';
import { UPCOMING } from './upcoming.ts';

interface ShippedItem {
  readonly screen?: string;
  readonly coming?: boolean;
}

const shipped = JSON.parse(readFileSync(new URL('../../schemas/menus/menu.json', import.meta.url), 'utf8')) as {
  readonly items: Readonly<Record<string, ShippedItem>>;
};
const named = Object.entries(shipped.items).flatMap(([code, { screen }]) => (screen ? [[code, screen] as const] : []));

describe('screens', () => {
  it.each(named)('has the screen of menu entry %s, or says that it comes later', (code, screen) => {
    const there = screenOfCode(code)?.name === screen;
    const coming = UPCOMING[screen]?.codes.includes(code) === true;
    expect(there).toBe(!coming);
    expect(shipped.items[code]?.coming === true, 'coming').toBe(coming);
  });

  it(
    'loads each screen, and none serves a code that another serves',
    async () => {
      const codes = allScreens().flatMap((screen) => screen.codes);
      expect(new Set(codes).size).toBe(codes.length);
      for (const screen of allScreens()) {
        expect(await screen.load(), screen.name).toBeTypeOf('function');
      }
    },
    patient(60_000),
  );

  it('finds a screen by the file path that a menu code names', () => {
    expect(screenOfPath('dashboards/overview')?.name).toBe('overview');
    expect(screenOfPath('dashboards/overview/index.tsx')?.name).toBe('overview');
    expect(screenOfPath('dashboards/nothing')).toBeUndefined();
  });
});

it.each([
  [8, 'morning'],
  [9, 'forenoon'],
  [11, 'forenoon'],
  [12, 'noon'],
  [13, 'noon'],
  [14, 'afternoon'],
  [19, 'afternoon'],
  [20, 'evening'],
])('greets at %i with %s', (hour, greeting) => {
  expect(greetingOf(hour)).toBe(greeting);
});

const favourite = (path: string) => ({ path, title: path });

it('moves favourites by one place, and takes them away; at an end they stay', () => {
  const [a, b, c] = [favourite('/a'), favourite('/b'), favourite('/c')];
  expect(moveFavourite([a, b, c], '/c', -1)).toEqual([a, c, b]);
  expect(moveFavourite([a, b], '/a', -1)).toEqual([a, b]);
  expect(moveFavourite([a, b], '/x', 1)).toEqual([a, b]);
  expect(favouritesWithout([a, b], '/a')).toEqual([b]);
});

it('reads favourites as they are kept, and nothing else', () => {
  expect(parseFavourites('[["/a","A"],["/b","B"]]')).toEqual([
    { path: '/a', title: 'A' },
    { path: '/b', title: 'B' },
  ]);
  expect(parseFavourites('[]')).toEqual([]);
  expect(parseFavourites('[["javascript:x","A"],["/b"],3,null]')).toEqual([]);
  for (const kept of ['', '{', 'null', '{"a":1}']) expect(parseFavourites(kept)).toBeUndefined();
});

describe('pages of the menu', () => {
  const leaf = (code: string, isShow: '0' | '1' = '0') => menuItem({ code, isShow });
  const pages = pageChoicesOf(
    buildMenuTree([
      leaf('overview'),
      menuItem({ code: 'g', name: '基础', children: [leaf('law'), leaf('rules'), leaf('x', '1')] }),
      menuItem({ code: 'h', name: '系统', isShow: '1', children: [leaf('user')] }),
    ]),
  );

  it('offers what the side menu shows, with its groups', () => {
    expect(pages.map((page) => [page.code, page.group])).toEqual([
      ['overview', ''],
      ['law', '基础'],
      ['rules', '基础'],
    ]);
  });
});
