import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { LOCK_FILE, lockEntity, lockText, lockWorld, printLock, readLock } from '../../scripts/metadata/ids-lock.ts';
import { lockProblems } from '../../scripts/metadata/lint.ts';
import { schemas } from '../../scripts/metadata/report.ts';
import { checkWorld } from '../../server/metadata/judge/check-world.ts';
import { readMetadataFiles } from '../../server/metadata/metadata-files.ts';
import { formatProblem } from '../../src/core/dialect/problem.ts';

/** A change of the one locked entity (null removes what it names), and what the lock has against it. */
interface LockFixture {
  readonly change: unknown;
  readonly lock?: Parameters<typeof printLock>[0];
  readonly text?: string;
  readonly problems: readonly Readonly<Record<'file' | 'pointer' | 'message' | 'fix', string>>[];
}

const alpha = {
  dialect: 1,
  entity: 'alpha',
  title: '台账',
  api: { service: 'safety', base: 'demo/alpha' },
  record: {
    type: 'object',
    properties: {
      name: { title: '名称', field: 'input', type: 'string' },
      kind: {
        title: '类别',
        field: 'radio',
        type: 'string',
        options: { a: { title: '甲', order: 10 }, b: { title: '乙', order: 20 } },
      },
      parts: {
        title: '部件',
        field: 'subTable',
        type: 'array',
        items: {
          type: 'object',
          properties: {
            code: { title: '编号', field: 'input', type: 'string' },
            grade: {
              title: '等级',
              field: 'select',
              type: 'string',
              options: { x: { title: '一', order: 10 }, y: { title: '二', order: 20 } },
            },
          },
        },
      },
    },
  },
  states: { '0': { title: '草稿', initial: true, draft: true }, '1': { title: '已完成' } },
};

const code = alpha.record.properties.parts.items.properties.code;
const columns = (properties: unknown) => ({ items: { properties } });

const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** JSON merge patch (RFC 7386). */
function patched(value: unknown, change: unknown): unknown {
  if (!isMap(change)) return change;
  const result = new Map(Object.entries(isMap(value) ? value : {}));
  for (const [key, part] of Object.entries(change)) {
    if (part === null) result.delete(key);
    else result.set(key, patched(result.get(key), part));
  }
  return Object.fromEntries(result);
}

/** The world of one entity, or of none. */
function worldOf(entity: unknown) {
  const content = JSON.stringify(entity);
  const key = isMap(entity) ? String(entity.entity) : '';
  const hash = createHash('sha256').update(content).digest('hex');
  return checkWorld(entity === null ? [] : [{ kind: 'entity', area: 'demo', key, content, hash }], { texts: false });
}

const locked = printLock(lockWorld(worldOf(alpha).models.values()));
const told = (change: unknown, text = locked) =>
  lockProblems(worldOf(patched(alpha, change)), text).map(({ file, pointer, message, fix }) => ({
    file,
    pointer,
    message,
    fix,
  }));

const folder = fileURLToPath(new URL('../fixtures/lock/', import.meta.url));
const fixtures = readdirSync(folder)
  .sort()
  .map((name): [string, LockFixture] => [
    name.replace(/\.json$/, '').replaceAll('-', ' '),
    JSON.parse(readFileSync(`${folder}${name}`, 'utf8')) as LockFixture,
  ]);

describe('the lock of ids', () => {
  it.each(fixtures)('tells that %s', (_, { change, lock, text, problems }) => {
    expect(told(change, text ?? (lock === undefined ? locked : printLock(lock)))).toEqual(problems);
  });

  it('has nothing against what did not change, nor where a checkout has none', () => {
    expect(told({})).toEqual([]);
    expect(lockProblems(worldOf(patched(alpha, { entity: 'omega' })), undefined)).toEqual([]);
  });

  const said: readonly (readonly [string, unknown])[] = [
    [
      'a renamed field with its id',
      { record: { properties: { name: null, label: { ...alpha.record.properties.name, id: 'name' } } } },
    ],
    ['a removed field that is said', { removed: ['name'], record: { properties: { name: null } } }],
    [
      'a narrower type with a conversion',
      { record: { properties: { name: { field: 'number', type: 'number', convert: 'number(old)' } } } },
    ],
    ['a wider type', { record: { properties: { name: { field: 'textarea' } } } }],
    [
      'a renamed column with its id',
      { record: { properties: { parts: columns({ code: null, no: { ...code, id: 'code' } }) } } },
    ],
    [
      'a removed column that is said',
      { record: { properties: { parts: { items: { removed: ['code'], properties: { code: null } } } } } },
    ],
    [
      'a narrower type of a column with a conversion',
      {
        record: {
          properties: { parts: columns({ code: { field: 'number', type: 'number', convert: 'number(old)' } }) },
        },
      },
    ],
    [
      'an option of a column that another replaces',
      { record: { properties: { parts: columns({ grade: { options: { y: null }, removedOptions: { y: 'x' } } }) } } },
    ],
    ['a removed table, whose columns need no word', { removed: ['parts'], record: { properties: { parts: null } } }],
    [
      'an option that another replaces',
      { record: { properties: { kind: { options: { b: null }, removedOptions: { b: 'a' } } } } },
    ],
    ['a state that another replaces', { states: { '1': null, '2': { title: '已归档' } }, removedStates: { '1': '2' } }],
  ];

  it.each(said)('asks only to be written anew for %s, and is then content', (_, change) => {
    expect(told(change).filter(({ file }) => file !== LOCK_FILE)).toEqual([]);
    const { models } = worldOf(patched(alpha, change));
    const read = readLock(locked);
    if ('problem' in read) throw new Error(read.problem.message);
    expect(told(change, printLock(lockWorld(models.values(), read.lock)))).toEqual([]);
  });

  it('does not take a file that cannot be read for one that went', () => {
    expect(
      lockProblems(checkWorld([{ kind: 'entity', area: 'demo', key: 'alpha', content: '{', hash: 'x' }]), locked),
    ).toEqual([]);
  });

  it('is one sorted line for each entity, and says the same of the same files', () => {
    const models = [...worldOf(alpha).models.values()];
    const [model] = models;
    if (model === undefined) throw new Error('no model');
    const lock = { gamma: 'removed', alpha: lockEntity(model) } as const;
    const lines = printLock(lock).trim().split('\n');
    expect(lines.map((line) => line.slice(0, 8))).toEqual(['{', '"alpha":', '"gamma":', '}']);
    const read = readLock(printLock(lock));
    expect('lock' in read && printLock(read.lock)).toBe(printLock(lock));
  });

  it('of what is shipped is what the files say', () => {
    expect(lockText(schemas)).toBeDefined();
    expect(
      lockProblems(checkWorld(readMetadataFiles(schemas), { texts: false }), lockText(schemas)).map(formatProblem),
    ).toEqual([]);
  });
});
