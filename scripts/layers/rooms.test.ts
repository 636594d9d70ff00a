import { describe, expect, it, test } from 'vitest';
import { backwardImports, importable, mayImport, PLACES, placeOf, ROOMS } from './rooms.ts';

describe('the table of rooms', () => {
  it('lets no room import one that stands after it', () => {
    const names = ROOMS.map(({ name }) => name);
    for (const { name, mayImport: rooms } of ROOMS) {
      expect(rooms.filter((room) => names.indexOf(room) >= names.indexOf(name))).toEqual([]);
    }
  });

  it('lists rooms and floors in their order', () => {
    expect(PLACES.join(' ')).toBe(
      'ground files metadata access records/call records/audit records/read records/list records/write ' +
        'records/service flow live reports http areas assembly',
    );
  });

  test.each([
    ['ground', 'ground', true],
    ['ground', 'files', false],
    ['files', 'ground', true],
    ['metadata', 'files', false],
    ['access', 'metadata', true],
    ['access', 'records/call', false],
    ['records/call', 'access', true],
    ['records/read', 'records/audit', true],
    ['records/read', 'records/write', false],
    ['records/service', 'flow', false],
    ['flow', 'records/service', true],
    ['flow', 'files', false],
    ['reports', 'files', true],
    ['http', 'reports', true],
    ['http', 'areas', false],
    ['assembly', 'areas', true],
  ] as const)('%s may import %s: %s', (from, to, may) => {
    expect(mayImport(from, to)).toBe(may);
  });

  it('lets rules of areas take nothing of the server', () => {
    expect(mayImport('areas', 'records/call')).toBe(false);
    expect(mayImport('areas', 'ground')).toBe(false);
  });

  it('says what a place may import', () => {
    expect(importable('ground')).toEqual([]);
    expect(importable('records/read')).toEqual([
      ...['ground', 'files', 'metadata', 'access'],
      ...['records/call', 'records/audit'],
    ]);
    expect(importable('areas')).toEqual([]);
  });
});

describe('the place of a file', () => {
  test.each([
    ['server/records/read/version.ts', 'records/read'],
    ['server/http/routes/login.ts', 'http'],
    ['server/files/file-store.ts', 'files'],
    ['server/areas/base/lawRegulation.rules.ts', 'areas'],
    ['server/access/permission/rights.ts', 'access'],
    ['server/records/read/open-steps.ts', 'records/read'],
    ['server/http/files/visible-files.ts', 'http'],
    ['server/assembly/main.ts', 'assembly'],
    ['server/records/a.ts', undefined],
    ['server/elsewhere/a.ts', undefined],
    ['src/core/a.ts', undefined],
  ])('%s is %s', (file, place) => {
    expect(placeOf(file)).toBe(place);
  });
});

it('an import is backward by the places of its files, and files without one are not judged', () => {
  const edge = { line: 1, lazy: false, typeOnly: false };
  const places = new Map([
    ['ground', 'ground'],
    ['flow', 'flow'],
  ] as const);
  const edges = ['ground>flow', 'flow>ground', 'ground>other', 'other>flow'].map((text) => {
    const [from = '', to = ''] = text.split('>');
    return { from, to, ...edge };
  });
  expect(backwardImports(edges, (file) => places.get(file as 'ground' | 'flow'))).toEqual([
    { from: 'ground', to: 'flow', ...edge },
  ]);
});
