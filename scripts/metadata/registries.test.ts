import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EFFECT_VERBS } from '../../src/core/effects/names.generated.ts';
import { effectVerbs } from '../../src/core/effects/verbs.generated.ts';
import { root } from './report.ts';

const PRODUCT = ['docs', 'extensions', 'mocks', 'package.json', 'schemas', 'scripts', 'server', 'src', 'tsconfig.json'];

/** A copy of the product in which a test may add files. */
let copy: string;

beforeAll(() => {
  copy = mkdtempSync(path.join(tmpdir(), 'anlan-registries-'));
  for (const name of PRODUCT) cpSync(path.join(root, name), path.join(copy, name), { recursive: true });
  symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
}, 60_000);

afterAll(() => rmSync(copy, { recursive: true, force: true }));

function write(file: string, text: string): void {
  mkdirSync(path.dirname(path.join(copy, file)), { recursive: true });
  writeFileSync(path.join(copy, file), text);
}

const read = (file: string): string => readFileSync(path.join(copy, file), 'utf8');

function metadata(...args: readonly string[]): { readonly status: number | null; readonly said: string } {
  const run = spawnSync(process.execPath, ['scripts/metadata.ts', ...args], { cwd: copy, encoding: 'utf8' });
  return { status: run.status, said: run.stdout + run.stderr };
}

/** What the compiler says about some files and what they import. */
function compile(...files: readonly string[]): string {
  write('tsconfig.part.json', JSON.stringify({ extends: './tsconfig.json', include: [], files }));
  const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
  const run = spawnSync(process.execPath, [tsc, '--noEmit', '--pretty', 'false', '-p', 'tsconfig.part.json'], {
    cwd: copy,
    encoding: 'utf8',
  });
  return run.stdout + run.stderr;
}

const VERB = `
import type { ModelExpression } from '../../model/entity-model.ts';
import { actedUpon, TARGET_KEYWORDS } from '../effect-target.ts';
import type { EffectVerb } from '../effect-verb.ts';

export interface StampStep {
  readonly text: ModelExpression;
}

export const verb: EffectVerb<StampStep> = {
  keyword: 'stamp',
  schema: { stamp: { $ref: '#/$defs/expression', description: 'Text that is stamped on the target.' } },
  shares: TARGET_KEYWORDS,
  build(effect) {
    const acted = actedUpon(effect);
    const text = effect.compiler.compile(effect.source.stamp, [...effect.path, 'stamp'], effect.scope, 'text');
    return acted === undefined || text === undefined ? undefined : { ...acted, reads: [text], step: { text } };
  },
};
`;

const RUNNER = `
import { verb } from '../../../../../src/core/effects/verbs/stamp.ts';
import { defineRunner } from '../effect-runner.ts';

export const runner = defineRunner(verb, async ({ effect, targets }) => {
  void effect.step.text.node;
  return targets;
});
`;

describe('an effect verb', () => {
  const VERB_FILE = 'src/core/effects/verbs/stamp.ts';
  const RUNNER_FILE = 'server/records/write/effects/runners/stamp.ts';
  const registries = [
    'src/core/effects/verbs.generated.ts',
    'server/records/write/effects/runners.generated.ts',
  ] as const;

  test('is registered under its keyword, which the meta-schema knows', () => {
    const schema = JSON.parse(readFileSync(path.join(root, 'schemas/meta/entity.schema.json'), 'utf8'));
    const known = Object.keys(schema.$defs.effect.properties);
    expect(EFFECT_VERBS.map((name) => effectVerbs[name].keyword)).toEqual([...EFFECT_VERBS]);
    const told = EFFECT_VERBS.flatMap((name) => [
      ...Object.keys(effectVerbs[name].schema),
      ...effectVerbs[name].shares,
    ]);
    expect(new Set(['when', ...told])).toEqual(new Set(known));
  });

  test('is two files, and without its runner nothing compiles', { timeout: 240_000 }, () => {
    write(VERB_FILE, VERB);
    expect(metadata('types', '--check').status).toBe(1);
    expect(metadata('types')).toMatchObject({ status: 0 });
    expect(compile(...registries)).toMatch(/runners\.generated\.ts.*\n?.*'stamp' is missing/);

    write(RUNNER_FILE, RUNNER);
    expect(metadata('types')).toMatchObject({ status: 0 });
    expect(compile(...registries)).toBe('');
    expect(read('src/core/dialect/entity.generated.ts')).toContain('stamp?: Expression');
    expect(read('docs/dialect/keywords.md')).toContain('| `stamp` |');

    const file = 'schemas/areas/base/lawRegulation.entity.json';
    const entity = JSON.parse(read(file));
    const kept = read(file);
    const [transition] = Object.keys(entity.transitions);
    entity.transitions[transition as string].effects = { mark: { stamp: 'no + 1' } };
    write(file, JSON.stringify(entity));
    expect(metadata('lint').said).toContain('/effects/mark/stamp');
    write(file, kept);

    for (const added of [VERB_FILE, RUNNER_FILE]) rmSync(path.join(copy, added));
    expect(metadata('types')).toMatchObject({ status: 0 });
  });
});

const KIND = `
import type { PageKindDefinition } from '../../core/model/page-kind-definition.ts';

export interface BoardSettings {
  readonly by: string;
}

export const definition: PageKindDefinition<BoardSettings> = {
  view: 'board',
  says: 'a column for each value of a field',
  schema: {
    board: {
      description: 'The field whose values are the columns.',
      type: 'object',
      properties: { by: { $ref: '#/$defs/key', description: 'Field.' } },
      additionalProperties: false,
      required: ['by'],
    },
  },
  records: 'rows',
  blocks: true,
  build({ page, field, fault }) {
    const by = page.board?.by;
    if (by === undefined) {
      fault(['board'], '看板没有说明按哪个字段分列', '写上 board');
      return undefined;
    }
    return field(by, ['board', 'by']) === undefined ? undefined : { by };
  },
};
`;

const VIEW = `
import { useEntityPage } from '../../runtime/EntityContext.ts';
import type { PageView } from '../page-view.ts';

function BoardPage() {
  return <p>{useEntityPage().page.page.title}</p>;
}

export const view: PageView = { Page: BoardPage };
`;

const PANEL = `
import { LIST_PAGE_PANEL, type PagePanel } from '../page-panel.ts';

export const panel: PagePanel = [...LIST_PAGE_PANEL, { keyword: 'board', title: '看板', editor: 'fields' }];
`;

test('a kind of page is a folder, and without one of its parts nothing compiles', { timeout: 240_000 }, () => {
  const folder = 'src/page-kinds/board';
  write(`${folder}/definition.ts`, KIND);
  write(`${folder}/panel.ts`, PANEL);
  expect(metadata('types', '--check').status).toBe(1);
  expect(metadata('types')).toMatchObject({ status: 0 });
  expect(compile('src/page-kinds/EntityPage.tsx', 'src/page-kinds/panels.generated.ts')).toMatch(
    /views\.generated\.ts.*\n?.*'board' is missing/,
  );

  write(`${folder}/view.tsx`, VIEW);
  expect(metadata('types')).toMatchObject({ status: 0 });
  expect(compile('src/page-kinds/EntityPage.tsx', 'src/page-kinds/panels.generated.ts')).toBe('');
  expect(read('docs/dialect/keywords.md')).toContain('`board` shows a column for each value of a field');

  const file = 'schemas/areas/base/lawRegulation.entity.json';
  const kept = read(file);
  const entity = JSON.parse(kept);
  entity.pages.lawBoard = { title: '法规看板', view: 'board', board: { by: 'nowhere' } };
  write(file, JSON.stringify(entity));
  expect(metadata('lint').said).toMatch(/\/pages\/lawBoard\/board\/by\s+没有名为“nowhere”的字段/);
  write(file, kept);

  rmSync(path.join(copy, folder), { recursive: true });
  expect(metadata('types')).toMatchObject({ status: 0 });
  expect(read('schemas/meta/entity.schema.json')).toBe(
    readFileSync(path.join(root, 'schemas/meta/entity.schema.json'), 'utf8'),
  );
});

test('a field type is a folder, and without one of its parts nothing compiles', { timeout: 240_000 }, () => {
  const folder = 'src/field-types/gauge-mark';
  const lists = ['definitions', 'views', 'panels', 'fixtures'].map((name) => `src/field-types/${name}.generated.ts`);
  const before = lists.map(read);
  cpSync(path.join(copy, 'src/field-types/slider'), path.join(copy, folder), { recursive: true });
  rmSync(path.join(copy, folder, 'view.tsx'));
  expect(metadata('types', '--check').said).toContain('src/field-types/definitions.generated.ts 与登记的文件夹不一致');
  expect(metadata('types')).toMatchObject({ status: 0 });
  expect(compile(...lists)).toMatch(/views\.generated\.ts.*\n?.*'gaugeMark' is missing/);

  cpSync(path.join(copy, 'src/field-types/slider/view.tsx'), path.join(copy, folder, 'view.tsx'));
  expect(metadata('types')).toMatchObject({ status: 0 });
  expect(compile(...lists)).toBe('');

  // The list still names it when the command starts.
  rmSync(path.join(copy, folder), { recursive: true });
  expect(metadata('types')).toMatchObject({ status: 0 });
  expect(lists.map(read)).toEqual(before);
});

const CHANNEL = `
import type { NoticeChannel } from '../notice-channel.ts';

export const channel: NoticeChannel = {
  async deliver({ id, userId, title }, { signal }) {
    signal.throwIfAborted();
    void [id, userId, title];
  },
};
`;

test('a channel of notices is a file', { timeout: 120_000 }, () => {
  write('server/flow/notices/channels/pager.ts', CHANNEL);
  expect(metadata('types')).toMatchObject({ status: 0 });
  expect(read('server/flow/notices/channels.generated.ts')).toContain(
    "import { channel as pager } from './channels/pager.ts'",
  );
  expect(compile('server/flow/notices/notices.ts', 'server/flow/notices/outbox-table.ts')).toBe('');
});

test('a kind of call is a line, and without its handler and its answer nothing compiles', { timeout: 120_000 }, () => {
  const file = 'src/core/model/operation-kinds.ts';
  write(file, read(file).replace('  page: READS,', '  page: READS,\n  digest: READS,'));
  expect(metadata('types')).toMatchObject({ status: 0 });
  expect(read('src/core/dialect/entity.generated.ts')).toContain("| 'digest'");
  const said = compile('server/assembly/operations.ts', 'src/compile/openapi/answers.ts');
  expect(said).toMatch(/operations\.ts.*\n?.*'digest' is missing/);
  expect(said).toMatch(/answers\.ts.*ending return/);
});
