import type { HostileKind } from '../hostile-kind.ts';
import { LARGEST, recordKind } from '../record-server.ts';

const argument = (name: string, entry: string): HostileKind =>
  recordKind({
    name: `argument-${name}`,
    unit: 'entries',
    largest: Math.floor(LARGEST / (entry.length + 1)) - 10,
    call: 'page',
    body: (size) => JSON.stringify({ [name]: `${entry},`.repeat(size) }),
  });

/** Arguments of a list, given in a body, which holds more of them than an address. */
export const listArguments: readonly HostileKind[] = [
  argument('ids', 'r1'),
  argument('orderBy', '-day'),
  argument('match', 'kind:not'),
  argument('keyword', '%_\\'),
  argument('kind', 'daily'),
  argument('name', '罐'),
  argument('day', '2026-01-01'),
  argument('groupBy', 'kind'),
  argument('sums', 'money'),
  argument('figure', 'a:b'),
  argument('page', 'everyField'),
  recordKind({
    name: 'argument-lists',
    unit: 'entries',
    largest: Math.floor(LARGEST / '"daily",'.length) - 10,
    call: 'page',
    body: (size) => JSON.stringify({ kind: Array(size).fill('daily') }),
  }),
  recordKind({
    name: 'unknown-filters',
    unit: 'keys',
    largest: Math.floor(LARGEST / '"k123456":1,'.length) - 10,
    call: 'page',
    body: (size) => `{${Array.from({ length: size }, (_, at) => `"k${at}":1`).join(',')}}`,
  }),
];
