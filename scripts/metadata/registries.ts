import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** One generated file that lists what the parts of a folder register. */
interface RegistryIndex {
  /** The generated file, from the root. */
  readonly file: string;
  /** Folder whose entries are listed, from the root: files `<name>.ts`, or with `part` folders `<name>/<part>`. */
  readonly folder: string;
  readonly part?: string;
  /** What each entry exports: `verb`. */
  readonly exported: string;
  /** The list: name, one sentence, and the type that it satisfies; names its key type where this file does not give it. */
  readonly list: { readonly name: string; readonly says: string; readonly satisfies: string };
  /** Type of the names, where this file is the one that gives it. */
  readonly names?: string;
  /** Types that `satisfies` needs, by file from the root. */
  readonly types: Readonly<Record<string, string>>;
}

/** A generated file of names alone, for those who may not know what bears them. */
interface NameIndex {
  readonly file: string;
  readonly folder: string;
  readonly list: { readonly name: string; readonly says: string };
  readonly names: string;
}

const VERBS = 'src/core/effects';
const RUNNERS = 'server/records/write/effects';
const FIELDS = 'src/field-types';
const KINDS = 'src/page-kinds';
const JOINT = 'src/page-kinds/joint';
const READERS = 'server/reports/joint';
const NOTICES = 'server/flow/notices';
const OUTGOING = 'server/flow/outgoing';
const CHANNEL_NAMES = 'src/core/notices/channel-names.generated.ts';

/** Every registry whose entries register themselves by standing in their folder. */
const REGISTRIES: readonly (RegistryIndex | NameIndex)[] = [
  {
    file: `${VERBS}/names.generated.ts`,
    folder: `${VERBS}/verbs`,
    list: { name: 'EFFECT_VERBS', says: 'What an effect can do.' },
    names: 'EffectVerbName',
  },
  {
    file: `${VERBS}/verbs.generated.ts`,
    folder: `${VERBS}/verbs`,
    exported: 'verb',
    list: {
      name: 'effectVerbs',
      says: 'How each verb is read.',
      satisfies: 'Readonly<Record<EffectVerbName, EffectVerb>>',
    },
    types: { [`${VERBS}/effect-verb.ts`]: 'EffectVerb', [`${VERBS}/names.generated.ts`]: 'EffectVerbName' },
  },
  {
    file: `${RUNNERS}/runners.generated.ts`,
    folder: `${RUNNERS}/runners`,
    exported: 'runner',
    list: {
      name: 'effectRunners',
      says: 'How each verb is run; one without a runner does not compile.',
      satisfies: 'Readonly<Record<EffectVerbName, EffectRunner>>',
    },
    types: { [`${VERBS}/names.generated.ts`]: 'EffectVerbName', [`${RUNNERS}/effect-runner.ts`]: 'EffectRunner' },
  },
  {
    file: `${FIELDS}/definitions.generated.ts`,
    folder: FIELDS,
    part: 'definition.ts',
    exported: 'definition',
    list: {
      name: 'fieldTypes',
      says: 'Neutral half of every field type, by the name that `field` uses; those from outside are put in when they are read.',
      satisfies: 'Record<string, FieldTypeDefinition>',
    },
    names: 'FieldTypeName',
    types: { 'src/core/field-type.ts': 'FieldTypeDefinition' },
  },
  {
    file: `${FIELDS}/views.generated.ts`,
    folder: FIELDS,
    part: 'view.tsx',
    exported: 'view',
    list: {
      name: 'fieldViews',
      says: 'View of every field type; one without does not compile.',
      satisfies: 'Readonly<Record<FieldTypeName, FieldView>>',
    },
    types: { [`${FIELDS}/definitions.generated.ts`]: 'FieldTypeName', [`${FIELDS}/field-view.ts`]: 'FieldView' },
  },
  {
    file: `${FIELDS}/panels.generated.ts`,
    folder: FIELDS,
    part: 'panel.tsx',
    exported: 'panel',
    list: {
      name: 'fieldPanels',
      says: 'Property panel of every field type; one without does not compile.',
      satisfies: 'Readonly<Record<FieldTypeName, FieldPanel>>',
    },
    types: { [`${FIELDS}/definitions.generated.ts`]: 'FieldTypeName', [`${FIELDS}/field-panel.ts`]: 'FieldPanel' },
  },
  {
    file: `${FIELDS}/fixtures.generated.ts`,
    folder: FIELDS,
    part: 'fixtures.ts',
    exported: 'fixtures',
    list: {
      name: 'fieldTypeFixtures',
      says: 'Examples of every field type; one without does not compile.',
      satisfies: 'Readonly<Record<FieldTypeName, FieldTypeFixtures>>',
    },
    types: { [`${FIELDS}/definitions.generated.ts`]: 'FieldTypeName', [`${FIELDS}/fixtures.ts`]: 'FieldTypeFixtures' },
  },
  {
    file: `${KINDS}/definitions.generated.ts`,
    folder: KINDS,
    part: 'definition.ts',
    exported: 'definition',
    list: {
      name: 'pageKinds',
      says: 'Neutral half of every kind of page, by the name that `view` uses.',
      satisfies: 'PageKindRegistry',
    },
    types: { 'src/core/model/page-kind-definition.ts': 'PageKindRegistry' },
  },
  {
    file: `${KINDS}/views.generated.ts`,
    folder: KINDS,
    part: 'view.tsx',
    exported: 'view',
    list: {
      name: 'pageViews',
      says: 'View of every kind of page; one without does not compile.',
      satisfies: 'Readonly<Record<PageKindName, PageView>>',
    },
    types: { 'src/core/model/page-kind.ts': 'PageKindName', [`${KINDS}/page-view.ts`]: 'PageView' },
  },
  {
    file: `${KINDS}/queries.generated.ts`,
    folder: KINDS,
    part: 'query.ts',
    exported: 'query',
    list: {
      name: 'pageQueries',
      says: 'How the records of every kind of page are read; one without does not compile.',
      satisfies: 'Readonly<Record<PageKindName, PageQuery>>',
    },
    types: { 'src/core/model/page-kind.ts': 'PageKindName', 'src/core/model/page-query.ts': 'PageQuery' },
  },
  {
    file: `${KINDS}/fixtures.generated.ts`,
    folder: KINDS,
    part: 'fixtures.ts',
    exported: 'fixtures',
    list: {
      name: 'pageKindFixtures',
      says: 'Pages of every kind that may be written, and some that may not; one without does not compile.',
      satisfies: 'Readonly<Record<PageKindName, PageKindFixtures>>',
    },
    types: { 'src/core/model/page-kind.ts': 'PageKindName', [`${KINDS}/page-fixtures.ts`]: 'PageKindFixtures' },
  },
  {
    file: `${KINDS}/panels.generated.ts`,
    folder: KINDS,
    part: 'panel.ts',
    exported: 'panel',
    list: {
      name: 'pagePanels',
      says: 'Property panel of every kind of page; one without does not compile.',
      satisfies: 'Readonly<Record<PageKindName, PagePanel>>',
    },
    types: { 'src/core/model/page-kind.ts': 'PageKindName', [`${KINDS}/page-panel.ts`]: 'PagePanel' },
  },
  {
    file: `${JOINT}/definitions.generated.ts`,
    folder: JOINT,
    part: 'definition.ts',
    exported: 'definition',
    list: {
      name: 'jointKinds',
      says: 'Neutral half of every kind of joint page, by the name that `view` uses.',
      satisfies: 'JointKindRegistry',
    },
    types: { 'src/core/joint/joint-kind.ts': 'JointKindRegistry' },
  },
  {
    file: `${JOINT}/views.generated.ts`,
    folder: JOINT,
    part: 'view.tsx',
    exported: 'view',
    list: {
      name: 'jointViews',
      says: 'View of every kind of joint page; one without does not compile.',
      satisfies: 'Readonly<Record<JointKindName, JointView>>',
    },
    types: { 'src/core/joint/joint-kind.ts': 'JointKindName', [`${JOINT}/joint-view.ts`]: 'JointView' },
  },
  {
    file: `${JOINT}/fixtures.generated.ts`,
    folder: JOINT,
    part: 'fixtures.ts',
    exported: 'fixtures',
    list: {
      name: 'jointFixtures',
      says: 'Joint pages of every kind that may be written, and some that may not; one without does not compile.',
      satisfies: 'Readonly<Record<JointKindName, JointFixtures>>',
    },
    types: { 'src/core/joint/joint-kind.ts': 'JointKindName', [`${JOINT}/joint-fixtures.ts`]: 'JointFixtures' },
  },
  {
    file: `${READERS}/readers.generated.ts`,
    folder: `${READERS}/readers`,
    exported: 'reader',
    list: {
      name: 'jointReaders',
      says: 'How what every kind of joint page shows is read; one without a reader does not compile.',
      satisfies: 'Readonly<Record<JointKindName, JointReader>>',
    },
    types: { 'src/core/joint/joint-kind.ts': 'JointKindName', [`${READERS}/joint-reader.ts`]: 'JointReader' },
  },
  {
    file: `${NOTICES}/channels.generated.ts`,
    folder: `${NOTICES}/channels`,
    exported: 'channel',
    list: {
      name: 'noticeChannels',
      says: 'Ways by which notices reach people; the name is that of the file.',
      satisfies: 'NoticeChannels',
    },
    types: { [`${NOTICES}/notice-channel.ts`]: 'NoticeChannels' },
  },
  {
    file: CHANNEL_NAMES,
    folder: `${NOTICES}/channels`,
    list: { name: 'NOTICE_CHANNELS', says: 'Ways by which notices reach people.' },
    names: 'NoticeChannelName',
  },
  {
    file: `${OUTGOING}/connectors.generated.ts`,
    folder: `${OUTGOING}/connectors`,
    exported: 'connector',
    list: {
      name: 'connectorKinds',
      says: 'Kinds of gateways; the name is that of the file.',
      satisfies: 'ConnectorKinds',
    },
    types: { [`${OUTGOING}/connector-kind.ts`]: 'ConnectorKinds' },
  },
];

/** Text of each generated file of a checkout, by path from the root. */
export function generateRegistries(root: string): ReadonlyMap<string, string> {
  return new Map(
    REGISTRIES.map((index) => [
      index.file,
      'exported' in index ? registryText(index, entriesOf(root, index)) : namesText(index, entriesOf(root, index)),
    ]),
  );
}

/** An entry of a registry: the name it registers under, and its module from the root. */
interface Entry {
  readonly name: string;
  readonly module: string;
}

function entriesOf(root: string, { folder, part }: { readonly folder: string; readonly part?: string }): Entry[] {
  const full = path.join(root, folder);
  return readdirSync(full, { withFileTypes: true })
    .filter((entry) =>
      part === undefined
        ? entry.isFile() && /^[a-z][a-z0-9-]*\.ts$/.test(entry.name)
        : entry.isDirectory() && existsSync(path.join(full, entry.name, part)),
    )
    .map(({ name }) => ({
      name: camelCase(name.replace(/\.ts$/, '')),
      module: part === undefined ? `${folder}/${name}` : `${folder}/${name}/${part}`,
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

function camelCase(name: string): string {
  return name.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

const bannerOf = (folder: string) =>
  `/* Generated from the entries of ${folder} by \`npm run metadata -- types\`. Do not edit. */\n`;

function namesText({ folder, list, names }: NameIndex, entries: readonly Entry[]): string {
  const listed = entries.map(({ name }) => `'${name}'`).join(', ');
  return [
    bannerOf(folder),
    `/** ${list.says} */`,
    `export const ${list.name} = [${listed}] as const;`,
    '',
    `export type ${names} = (typeof ${list.name})[number];`,
    '',
  ].join('\n');
}

function registryText(
  { file, folder, exported, list, names, types }: RegistryIndex,
  entries: readonly Entry[],
): string {
  const from = (module: string) => {
    const relative = path.posix.relative(path.posix.dirname(file), module);
    return relative.startsWith('.') ? relative : `./${relative}`;
  };
  return [
    bannerOf(folder),
    ...Object.entries(types).map(([module, type]) => `import type { ${type} } from '${from(module)}';`),
    ...entries.map(({ name, module }) => `import { ${exported} as ${name} } from '${from(module)}';`),
    '',
    `/** ${list.says} */`,
    `export const ${list.name} = {`,
    ...entries.map(({ name }) => `  ${name},`),
    `} as const satisfies ${list.satisfies};`,
    '',
    ...(names === undefined ? [] : [`export type ${names} = keyof typeof ${list.name};`, '']),
  ].join('\n');
}
