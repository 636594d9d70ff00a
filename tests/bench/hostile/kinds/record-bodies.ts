import type { HostileKind } from '../hostile-kind.ts';
import { LARGEST, recordKind } from '../record-server.ts';

const many = (size: number, entry: (index: number) => string) =>
  Array.from({ length: size }, (_, at) => entry(at)).join(',');
const field = (key: string, value: string) => `{"name":"x","${key}":${value}}`;

const named = (what: string, key: string, more: string) => [what, 'in', key, more].filter(Boolean).join('-');

/** A field that takes a list is given as many entries as the body holds. */
const list = (key: string, entry: (index: number) => string, more = ''): HostileKind =>
  recordKind({
    name: named('list', key, more),
    unit: 'entries',
    largest: Math.floor(LARGEST / (entry(100_000).length + 1)) - 10,
    body: (size) => field(key, `[${many(size, entry)}]`),
  });

/** A field that takes a text is given one as long as the body. */
const text = (key: string, characters: string, more = ''): HostileKind =>
  recordKind({
    name: named('text', key, more),
    unit: 'characters',
    largest: Math.floor(LARGEST / Buffer.byteLength(characters)) * characters.length - 100,
    body: (size) => field(key, JSON.stringify(characters.repeat(Math.ceil(size / characters.length)))),
  });

/** Bodies of a record, each larger in one way than anybody means. */
export const recordBodies: readonly HostileKind[] = [
  recordKind({
    name: 'unknown-keys',
    unit: 'keys',
    largest: Math.floor(LARGEST / '"k123456":1,'.length),
    body: (size) => `{${many(size, (at) => `"k${at}":1`)}}`,
  }),
  recordKind({
    name: 'unknown-columns',
    unit: 'keys',
    largest: Math.floor(LARGEST / '"k123456":1,'.length) - 10,
    body: (size) => field('items', `[{${many(size, (at) => `"k${at}":1`)}}]`),
  }),
  recordKind({
    name: 'bad-cells',
    unit: 'cells',
    largest: Math.floor(LARGEST / '"k123456":"\\u0001",'.length) - 10,
    body: (size) => field('items', `[{${many(size, (at) => `"k${at}":"\\u0001"`)}}]`),
  }),
  recordKind({
    name: 'long-key',
    unit: 'characters',
    largest: LARGEST - 100,
    body: (size) => `{"${'~/'.repeat(size / 2)}":1}`,
  }),
  recordKind({
    name: 'ids-of-remove',
    unit: 'ids',
    largest: Math.floor(LARGEST / '"1000123456",'.length) - 10,
    call: 'remove',
    body: (size) => `{"ids":[${many(size, (at) => `"1000${at}"`)}]}`,
  }),
  list('items', () => '{}'),
  list('tools', () => '"gas"'),
  list('units', (at) => `"d${at}"`),
  list('members', (at) => `"u${at}"`),
  list('files', (at) => `"f${at}"`),
  list('files', (at) => `{"attachId":"${at}"}`, 'objects'),
  list('rights', (at) => `{"page":"p${at}","actions":["view"]}`),
  list('ground', () => '{"lng":1,"lat":2}'),
  text('name', 'a'),
  text('batch', 'A'),
  text('note', '罐\n'),
  text('story', '<p>'),
  text('story', '<b a=">', 'broken'),
  text('count', '9'),
  text('day', '2'),
  text('hour', '08:'),
  text('planStart', '2026-'),
  text('place', 'tank/'),
  text('dept', 'd'),
  text('sign', 'data:'),
];
