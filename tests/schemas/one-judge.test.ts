import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { roles } from '../../mocks/demo-plant/roles.ts';
import shippedRoles from '../../schemas/roles.json' with { type: 'json' };
import { admitFiles } from '../../server/metadata/judge/admit-files.ts';
import { checkWorld } from '../../server/metadata/judge/check-world.ts';
import { type MetadataFile, type MetadataKind, readMetadataFiles } from '../../server/metadata/metadata-files.ts';
import { lintEntity } from '../../src/core/dialect/lint-entity.ts';
import { analyseWorld, lintWorld } from '../../src/core/dialect/lint-world.ts';
import { parseEntity } from '../../src/core/dialect/parse-entity.ts';
import type { Problem } from '../../src/core/dialect/problem.ts';
import { changedText, type DialectFixture, FILES, worldWith } from '../fixtures/dialect-fixture.ts';
import base from '../fixtures/world-base.json' with { type: 'json' };

/** Files that are laid over a sound world, which of them are refused, and all errors. */
interface WorldFixture {
  readonly files: Readonly<Record<string, unknown>>;
  readonly remove?: readonly string[];
  readonly refused: readonly string[];
  readonly problems: readonly { readonly file: string; readonly pointer: string; readonly message: string }[];
}

const folder = fileURLToPath(new URL('../fixtures/world/', import.meta.url));
const fixtures = readdirSync(folder)
  .sort()
  .map((name): [string, WorldFixture] => [
    name.replace(/\.json$/, '').replaceAll('-', ' '),
    JSON.parse(readFileSync(`${folder}${name}`, 'utf8')) as WorldFixture,
  ]);

const draftFolder = fileURLToPath(new URL('../fixtures/dialect/', import.meta.url));
const drafts = readdirSync(draftFolder)
  .sort()
  .map((name): [string, DialectFixture] => [
    name.replace(/\.json$/, '').replaceAll('-', ' '),
    JSON.parse(readFileSync(`${draftFolder}${name}`, 'utf8')) as DialectFixture,
  ]);

const KINDS: readonly (readonly [RegExp, MetadataKind])[] = [
  [/^schemas\/areas\/([\w-]+)\/(\w+)\.entity\.json$/, 'entity'],
  [/^schemas\/blocks\/(([a-z-]+)\/\w+)\.block\.json$/, 'block'],
  [/^schemas\/dictionaries\/()([\w-]+)\.json$/, 'dictionary'],
  [/^schemas\/settings\/()([\w-]+)\.json$/, 'settings'],
  [/^schemas\/menus\/()(menu)\.json$/, 'menu'],
  [/^schemas\/()(roles)\.json$/, 'roles'],
];

function filesOf(texts: Readonly<Record<string, unknown>>): MetadataFile[] {
  return Object.entries(texts).map(([file, value]) => {
    const content = JSON.stringify(value);
    const found = KINDS.flatMap(([pattern, kind]) => {
      const match = pattern.exec(file);
      if (match === null) return [];
      const [, first = '', second = ''] = match;
      return [kind === 'block' ? { kind, area: second, key: first } : { kind, area: first, key: second }];
    })[0];
    if (found === undefined) throw new Error(`no metadata file: ${file}`);
    return { ...found, file, content, hash: createHash('sha256').update(content).digest('hex') };
  });
}

const sound = filesOf(base);
const errorsOf = (files: readonly MetadataFile[], only?: ReadonlySet<string>) =>
  checkWorld(files, only === undefined ? {} : { only }).problems.flatMap(({ file, pointer, message, severity }) =>
    severity === 'error' ? [{ file, pointer, message }] : [],
  );

describe('the one judge of lint and server', () => {
  it('finds nothing wrong with a sound world, nor with what is shipped', () => {
    expect(errorsOf(sound)).toEqual([]);
    expect(errorsOf(readMetadataFiles('schemas'))).toEqual([]);
  });

  it.each(fixtures)('%s', (_, { files, remove = [], refused, problems }) => {
    const changed = { ...base, ...files };
    for (const file of remove) Reflect.deleteProperty(changed, file);
    const folderNow = filesOf(changed);
    // As lint reads them, what is new comes last only by chance; as a server imports them, always.
    expect(errorsOf(folderNow)).toEqual(problems);
    // A file that is linted alone is told the same.
    for (const { file, key } of folderNow.filter(({ kind }) => kind === 'entity')) {
      const own = errorsOf(folderNow, new Set([key])).filter((problem) => problem.file === file);
      expect(own).toEqual(problems.filter((problem) => problem.file === file));
    }

    const admission = admitFiles(folderNow, sound, new Map());
    const untouched = new Set([...admission.accepted, ...admission.gone].map(({ hash }) => hash));
    expect(refused.filter((file) => untouched.has(hashOf([...folderNow, ...sound], file)))).toEqual([]);
    expect(new Set(admission.problems.map(({ file }) => file))).toEqual(new Set(refused));
    for (const problem of admission.problems) expect(problem.fix).not.toBe('');
    // What serves afterwards is sound.
    const gone = new Set(admission.gone.map(({ hash }) => hash));
    const replaced = new Set(admission.accepted.map(({ file }) => file));
    const serving = [
      ...sound.filter((file) => !gone.has(file.hash) && !replaced.has(file.file)),
      ...admission.accepted,
    ];
    expect(errorsOf(serving)).toEqual([]);
  });

  it('lets what is sound pass beside what is refused', () => {
    const [broken] = filesOf({ 'schemas/areas/demo/beta.entity.json': { dialect: 1 } });
    const [fine] = filesOf({
      'schemas/dictionaries/hue.json': { dictionary: 'hue', title: '色调', options: { a: { title: '红', order: 10 } } },
    });
    if (broken === undefined || fine === undefined) throw new Error('no files');
    const admission = admitFiles([...sound, broken, fine], sound, new Map());
    expect(admission.accepted).toEqual([fine]);
    expect(new Set(admission.problems.map(({ file }) => file))).toEqual(new Set([broken.file]));
  });

  it('refuses the newcomer whatever its name: what serves keeps what it claims', () => {
    const { record, api, ...rest } = base['schemas/areas/demo/alpha.entity.json'];
    const newcomer = { ...rest, entity: 'aardvark', record, api };
    const admission = admitFiles(
      filesOf({ 'schemas/areas/demo/aardvark.entity.json': newcomer, ...base }),
      sound,
      new Map(),
    );
    expect(admission.accepted).toEqual([]);
    expect(new Set(admission.problems.map(({ file }) => file))).toEqual(
      new Set(['schemas/areas/demo/aardvark.entity.json']),
    );
  });

  it.each(drafts)('tells a draft beside published entities the same: %s', (_, fixture) => {
    const parsed = parseEntity(fixture.text ?? changedText(fixture), 'schemas/areas/demo/gauge.entity.json', FILES);
    if ('problems' in parsed) return;
    const { entity, resolution } = parsed;
    const others = worldWith(fixture.others ?? []);
    const { models } = analyseWorld(others);
    const told = (problems: readonly Problem[]) =>
      problems
        .filter(({ severity, file }) => severity === 'error' && file.endsWith('/gauge.entity.json'))
        .map(({ pointer, message }) => `${pointer} ${message}`)
        .sort();
    const draft = { area: 'demo', entity, resolution };
    const { problems } = lintEntity(draft, others, models.values());
    const together = { ...others, entities: new Map([...others.entities, [entity.entity, draft]]) };
    expect(told(problems)).toEqual(told(lintWorld(together)));
  });

  it('knows every role of the demo plant', () => {
    expect(new Set(roles.map(({ roleCode }) => roleCode))).toEqual(new Set(Object.keys(shippedRoles.roles)));
  });
});

function hashOf(files: readonly MetadataFile[], file: string): string {
  return files.find((known) => known.file === file)?.hash ?? '';
}
