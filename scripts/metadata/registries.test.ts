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
import { verb } from '../../../src/core/effects/verbs/stamp.ts';
import { defineRunner } from '../effect-runner.ts';

export const runner = defineRunner(verb, async ({ effect, targets }) => {
  void effect.step.text.node;
  return targets;
});
`;

describe('an effect verb', () => {
  const VERB_FILE = 'src/core/effects/verbs/stamp.ts';
  const RUNNER_FILE = 'server/effects/runners/stamp.ts';
  const registries = ['src/core/effects/verbs.generated.ts', 'server/effects/runners.generated.ts'] as const;

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
    expect(read('docs/dialect.md')).toContain('| `stamp` |');

    const file = 'schemas/areas/base/lawRegulation.entity.json';
    const entity = JSON.parse(read(file));
    const kept = read(file);
    const [transition] = Object.keys(entity.transitions);
    entity.transitions[transition as string].effects = { mark: { stamp: 'no + 1' } };
    write(file, JSON.stringify(entity));
    expect(metadata('lint').said).toContain('/effects/mark/stamp');
    write(file, kept);
  });
});
