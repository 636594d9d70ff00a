import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../mocks/demo-plant/seeded.ts';
import { checkWorld } from '../../server/metadata/judge/check-world.ts';
import { type MetadataFile, readMetadataFiles } from '../../server/metadata/metadata-files.ts';

const shipped = readMetadataFiles('schemas').filter(({ kind }) => kind !== 'locale');
const LARGEST = 'schemas/areas/ticket/workTicket.entity.json';

/** The files with another title of one of them, which is then another file. */
const retitled = (title: string): readonly MetadataFile[] =>
  shipped.map((file) =>
    file.file === LARGEST
      ? { ...file, hash: title, content: file.content.replace(/"title": "[^"]*"/, `"title": "${title}"`) }
      : file,
  );

type Json = Readonly<Record<string, unknown>>;
type Change = (content: unknown, random: () => number) => boolean;

/** Takes away one of the things that a file holds at a path; false where it holds none there. */
const without =
  (...path: readonly string[]): Change =>
  (content, random) => {
    const things = path.reduce<unknown>((at, step) => (at as Json | undefined)?.[step], content);
    if (typeof things !== 'object' || things === null) return false;
    const keys = Object.keys(things);
    const key = keys[Math.floor(random() * keys.length)];
    return key !== undefined && Reflect.deleteProperty(things, key);
  };

const otherField: Change = (content, random) => {
  const properties = Object.values(
    (content as { record: { properties: Record<string, { field: string }> } }).record.properties,
  );
  const drawn = properties[Math.floor(random() * properties.length)];
  if (drawn === undefined) return false;
  drawn.field = drawn.field === 'number' ? 'text' : 'number';
  return true;
};

const otherValues: Change = (content) => {
  const { settings } = content as { settings: Record<string, { value: unknown }> };
  for (const setting of Object.values(settings)) if (typeof setting.value === 'number') setting.value += 1;
  return true;
};

/** Changes of the files that others read, made in a quarter of those that have such things. */
const CHANGES: readonly (readonly [string, readonly (readonly [MetadataFile['kind'], Change])[]])[] = [
  ['values of settings', [['settings', otherValues]]],
  [
    'a field, an option and a role',
    [
      ['entity', without('record', 'properties')],
      ['dictionary', without('options')],
      ['roles', without('roles')],
    ],
  ],
  [
    'a setting and a type',
    [
      ['settings', without('settings')],
      ['entity', otherField],
    ],
  ],
  [
    'a state and a transition',
    [
      ['entity', without('states')],
      ['entity', without('transitions')],
    ],
  ],
];

const toldOf = (files: readonly MetadataFile[]): readonly string[] =>
  checkWorld(files, { texts: false }).problems.map(({ file, pointer, message }) => `${file} ${pointer} ${message}`);

function processorTime(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

describe('one changed file', () => {
  it('costs a part of what all files cost', () => {
    const all = processorTime(() => checkWorld(shipped, { texts: false }));
    const one = [1, 2, 3].map((run) => processorTime(() => checkWorld(retitled(`票 ${run}`), { texts: false })));
    expect(Math.min(...one)).toBeLessThan(all / 2);
  });

  it('is judged as all files are: what it breaks elsewhere is told there', () => {
    checkWorld(shipped, { texts: false });
    const broken = shipped.map((file) =>
      file.file === 'schemas/areas/hidden-danger/peril.entity.json'
        ? { ...file, hash: 'broken', content: file.content.replaceAll('"perilName"', '"perilTitle"') }
        : file,
    );
    const fresh = broken.map((file) => ({ ...file, hash: `${file.hash} fresh` }));
    const remembering = toldOf(broken);
    expect(remembering.length).toBeGreaterThan(0);
    expect(remembering).toEqual(toldOf(fresh));
  });

  it.each(CHANGES)(
    'says after %s changed, one after the other, just what it says of files that it never saw',
    (words, changes) => {
      const random = seededRandom(20261128);
      checkWorld(shipped, { texts: false });
      let files = shipped;
      let remembering: readonly string[] = [];
      for (const [round, [kind, change]] of changes.entries()) {
        const candidates = files.filter((file) => file.kind === kind && change(JSON.parse(file.content), () => 0));
        const drawn = new Set(candidates.filter(() => random() < 0.25).concat(candidates.slice(0, 1)));
        files = files.map((file) => {
          if (!drawn.has(file)) return file;
          const content: unknown = JSON.parse(file.content);
          change(content, random);
          return { ...file, hash: `${words} ${round}`, content: JSON.stringify(content, null, 2) };
        });
        const told = toldOf(files);
        expect(told, kind).not.toEqual(remembering);
        remembering = told;
      }
      expect(remembering).toEqual(toldOf(files.map((file) => ({ ...file, hash: `${file.hash} ${words}, fresh` }))));
    },
  );

  it('is linted alone where it is named, and a name that is none is told', () => {
    const lint = (...files: string[]): string => {
      try {
        return execFileSync(process.execPath, ['scripts/metadata.ts', 'lint', ...files], {
          encoding: 'utf8',
          stdio: 'pipe',
        });
      } catch (error) {
        return String((error as { stderr?: unknown }).stderr);
      }
    };
    expect(lint(LARGEST)).toContain('没有问题');
    // Its one warning is told of nothing else.
    expect(lint('schemas/areas/system/user.entity.json')).toContain('错误 0 个，警告 1 个');
    expect(lint('schemas/areas/system/users.entity.json')).toContain(
      '没有元数据文件“schemas/areas/system/users.entity.json”',
    );
  });
});
