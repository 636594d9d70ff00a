import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EFFECT_VERBS } from '../../src/core/effects/names.generated.ts';
import { effectVerbs } from '../../src/core/effects/verbs.generated.ts';
import { patient } from '../../tests/fixtures/patience.ts';
import { root } from './report.ts';

const PRODUCT = ['docs', 'extensions', 'mocks', 'package.json', 'schemas', 'scripts', 'server', 'src', 'tsconfig.json'];

/** A copy of the product in which a test may add files. */
let copy: string;

beforeAll(() => {
  copy = mkdtempSync(path.join(tmpdir(), 'anlan-registries-'));
  for (const name of PRODUCT) cpSync(path.join(root, name), path.join(copy, name), { recursive: true });
  symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
}, patient(60_000));

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

const KIND = `
import type { PageKindDefinition } from '../../core/model/page-kind-definition.ts';

export interface PinboardSettings {
  readonly by: string;
}

export const definition: PageKindDefinition<PinboardSettings> = {
  view: 'pinboard',
  says: 'a column for each value of a field',
  schema: {
    pinboard: {
      description: 'The field whose values are the columns.',
      type: 'object',
      properties: { by: { $ref: '#/$defs/key', description: 'Field.' } },
      additionalProperties: false,
      required: ['by'],
    },
  },
  records: 'rows',
  by: 'page',
  blocks: true,
  build({ page, field, fault }) {
    const by = page.pinboard?.by;
    if (by === undefined) {
      fault(['pinboard'], '看板没有说明按哪个字段分列', '写上 pinboard');
      return undefined;
    }
    return field(by, ['pinboard', 'by']) === undefined ? undefined : { by };
  },
};
`;

const VIEW = `
import { useEntityPage } from '../../runtime/EntityContext.ts';
import type { PageView } from '../page-view.ts';

function PinboardPage() {
  return <p>{useEntityPage().page.page.title}</p>;
}

export const view: PageView = { title: () => '看板', Page: PinboardPage };
`;

const PANEL = `
import { LIST_PAGE_PANEL, type PagePanel } from '../page-panel.ts';

export const panel: PagePanel = [...LIST_PAGE_PANEL, { keyword: 'pinboard', title: '看板', editor: 'fields' }];
`;

const QUERY = `
import type { PageQuery } from '../../core/model/page-query.ts';

export const query = { by: 'page' } as const satisfies PageQuery;
`;

const FIXTURES = `
import type { PageKindFixtures } from '../page-fixtures.ts';

export const fixtures: PageKindFixtures = {
  valid: [{ view: 'pinboard', pinboard: { by: 'level' } }],
  invalid: [{ page: { view: 'pinboard' }, at: ['pinboard'], says: '没有说明' }],
};
`;

const CHANNEL = `
import type { NoticeChannel } from '../notice-channel.ts';

export const channel: NoticeChannel = {
  async deliver({ id, userId, title }, { signal }) {
    signal.throwIfAborted();
    void [id, userId, title];
  },
};
`;

test('an effect verb is registered under its keyword, which the meta-schema knows', () => {
  const schema = JSON.parse(readFileSync(path.join(root, 'schemas/meta/entity.schema.json'), 'utf8'));
  const known = Object.keys(schema.$defs.effect.properties);
  expect(EFFECT_VERBS.map((name) => effectVerbs[name].keyword)).toEqual([...EFFECT_VERBS]);
  const told = EFFECT_VERBS.flatMap((name) => [...Object.keys(effectVerbs[name].schema), ...effectVerbs[name].shares]);
  expect(new Set(['when', ...told])).toEqual(new Set(known));
});

// Compiling takes long, and what one registry lacks does not hide what another lacks: they are told at once.
describe('a verb is two files, a kind of page and a field type a folder, a channel a file, a kind of call a line', () => {
  const VERB_FILE = 'src/core/effects/verbs/stamp.ts';
  const RUNNER_FILE = 'server/records/write/effects/runners/stamp.ts';
  const CHANNEL_FILE = 'server/flow/notices/channels/pager.ts';
  const KIND_FOLDER = 'src/page-kinds/pinboard';
  const TYPE_FOLDER = 'src/field-types/gauge-mark';
  const CALLS = 'src/core/model/operation-kinds.ts';
  const lists = ['definitions', 'views', 'panels', 'fixtures'].map((name) => `src/field-types/${name}.generated.ts`);
  const registered = [
    'src/core/effects/verbs.generated.ts',
    'server/records/write/effects/runners.generated.ts',
    'src/page-kinds/EntityPage.tsx',
    'src/page-kinds/panels.generated.ts',
    'src/page-kinds/queries.generated.ts',
    'src/page-kinds/fixtures.generated.ts',
    'server/flow/notices/notices.ts',
    'server/flow/outgoing/outbox-table.ts',
    ...lists,
  ];
  let before: readonly string[];
  let calls: string;

  beforeAll(() => {
    before = lists.map(read);
    calls = read(CALLS);
    write(VERB_FILE, VERB);
    write(`${KIND_FOLDER}/definition.ts`, KIND);
    write(`${KIND_FOLDER}/panel.ts`, PANEL);
    cpSync(path.join(copy, 'src/field-types/slider'), path.join(copy, TYPE_FOLDER), { recursive: true });
    rmSync(path.join(copy, TYPE_FOLDER, 'view.tsx'));
    write(CALLS, calls.replace('  page: READS,', '  page: READS,\n  digest: READS,'));
  });

  test('without one of their parts nothing compiles', { timeout: patient(240_000) }, () => {
    const stale = metadata('types', '--check');
    expect(stale.status).toBe(1);
    for (const list of ['src/core/effects/verbs', 'src/page-kinds/definitions', 'src/field-types/definitions']) {
      expect(stale.said).toContain(`${list}.generated.ts 与登记的文件夹不一致`);
    }
    expect(metadata('types')).toMatchObject({ status: 0 });
    expect(read('src/core/dialect/entity.generated.ts')).toContain("| 'digest'");
    const said = compile(...registered, 'server/assembly/operations.ts', 'src/compile/openapi/answers.ts');
    expect(said).toMatch(/runners\.generated\.ts.*\n?.*'stamp' is missing/);
    expect(said).toMatch(/page-kinds\/queries\.generated\.ts.*\n?.*'pinboard' is missing/);
    expect(said).toMatch(/page-kinds\/fixtures\.generated\.ts.*\n?.*'pinboard' is missing/);
    expect(said).toMatch(/page-kinds\/views\.generated\.ts.*\n?.*'pinboard' is missing/);
    expect(said).toMatch(/field-types\/views\.generated\.ts.*\n?.*'gaugeMark' is missing/);
    expect(said).toMatch(/operations\.ts.*\n?.*'digest' is missing/);
    expect(said).toMatch(/answers\.ts.*ending return/);
  });

  test('with all of them everything does, and files, documents and lint know them', {
    timeout: patient(240_000),
  }, () => {
    write(CALLS, calls);
    write(RUNNER_FILE, RUNNER);
    write(`${KIND_FOLDER}/view.tsx`, VIEW);
    write(`${KIND_FOLDER}/query.ts`, QUERY);
    write(`${KIND_FOLDER}/fixtures.ts`, FIXTURES);
    write(CHANNEL_FILE, CHANNEL);
    cpSync(path.join(copy, 'src/field-types/slider/view.tsx'), path.join(copy, TYPE_FOLDER, 'view.tsx'));
    expect(metadata('types')).toMatchObject({ status: 0 });
    expect(compile(...registered)).toBe('');
    expect(read('src/core/dialect/entity.generated.ts')).toContain('stamp?: Expression');
    expect(read('docs/dialect/keywords.md')).toContain('| `stamp` |');
    expect(read('docs/dialect/keywords.md')).toContain(
      'Of pages of the kind `pinboard`. The field whose values are the columns.',
    );
    expect(read('server/flow/notices/channels.generated.ts')).toContain(
      "import { channel as pager } from './channels/pager.ts'",
    );

    const file = 'schemas/areas/base/lawRegulation.entity.json';
    const kept = read(file);
    const entity = JSON.parse(kept);
    const [transition] = Object.keys(entity.transitions);
    entity.transitions[transition as string].effects = { mark: { stamp: 'no + 1' } };
    entity.pages.lawBoard = { title: '法规看板', view: 'pinboard', pinboard: { by: 'nowhere' } };
    write(file, JSON.stringify(entity));
    const { said } = metadata('lint', file);
    expect(said).toContain('/effects/mark/stamp');
    expect(said).toMatch(/\/pages\/lawBoard\/pinboard\/by\s+没有名为“nowhere”的字段/);
    write(file, kept);
  });

  test('taken away they leave nothing behind', { timeout: patient(240_000) }, () => {
    // The lists still name them when the command starts.
    for (const added of [VERB_FILE, RUNNER_FILE, CHANNEL_FILE, KIND_FOLDER, TYPE_FOLDER]) {
      rmSync(path.join(copy, added), { recursive: true });
    }
    expect(metadata('types')).toMatchObject({ status: 0 });
    expect(lists.map(read)).toEqual(before);
    expect(read('schemas/meta/entity.schema.json')).toBe(
      readFileSync(path.join(root, 'schemas/meta/entity.schema.json'), 'utf8'),
    );
  });
});
