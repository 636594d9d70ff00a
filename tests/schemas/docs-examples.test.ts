import { describe, expect, it } from 'vitest';
import type { Entity } from '../../src/core/dialect/entity.generated.ts';
import { lintWorld, modelWorldOf } from '../../src/core/dialect/lint-world.ts';
import { parseEntity } from '../../src/core/dialect/parse-entity.ts';
import { formatProblem } from '../../src/core/dialect/problem.ts';
import { checkExpression, parseExpression } from '../../src/core/expression/index.ts';
import { buildModel } from '../../src/core/model/build-model.ts';
import { entityNames, nameScope } from '../../src/core/model/entity-scope.ts';
import { mergeOverlay } from '../../src/core/overlay/merge-overlay.ts';
import { parseOverlay } from '../../src/core/overlay/overlay.ts';
import { worldWith } from '../fixtures/dialect-fixture.ts';
import { dialectGuide, guideBlocks } from '../fixtures/dialect-guide.ts';
import { expectHolds } from '../fixtures/held-example.ts';

function read(text: string): Entity {
  const parsed = parseEntity(text, 'docs/dialect.md');
  if ('problems' in parsed) throw new Error(parsed.problems.map(formatProblem).join('\n'));
  return parsed.entity;
}

const entities = guideBlocks('json entity').map(read);

function problemsOf(entity: Entity, examples = true): readonly string[] {
  const others = entities.filter((other) => other.entity !== entity.entity);
  return lintWorld({ ...worldWith([entity, ...others]), examples })
    .filter((problem) => problem.file.includes(`/${entity.entity}.`))
    .map(formatProblem);
}

describe('the guide of the dialect', () => {
  it('shows entities, an overlay and expressions', () => {
    expect(entities.length).toBeGreaterThanOrEqual(2);
    expect(guideBlocks('json overlay').length).toBeGreaterThanOrEqual(1);
    expect(guideBlocks('expression').length).toBeGreaterThanOrEqual(1);
  });

  it('has no JSON block that no test reads', () => {
    expect(dialectGuide.match(/^```json(?! entity$| overlay$| part$| page$)/gm)).toBeNull();
  });

  it.each(entities.map((entity) => [entity.entity, entity] as const))('shows a sound entity %s', (_, entity) => {
    expect(problemsOf(entity)).toEqual([]);
  });

  const examples = entities.flatMap((entity) =>
    (entity.examples ?? []).map((example) => [`${entity.entity}: ${example.title}`, entity, example] as const),
  );

  it.each(examples)('shows an example that holds, %s', (_, entity, example) => {
    const world = worldWith(entities);
    const { model } = buildModel(entity, modelWorldOf(world, 'demo'));
    expectHolds(model, example, world);
  });

  it.each(guideBlocks('json overlay'))('shows an overlay over the first entity that applies whole', (text) => {
    const [entity] = entities;
    const parsed = parseOverlay(JSON.parse(text));
    if (entity === undefined || 'problems' in parsed) throw new Error('the block cannot be read');
    const merged = mergeOverlay(entity, parsed.edits);
    expect(merged.conflicts).toEqual([]);
    // Its examples tell the titles that are shipped.
    expect(problemsOf(read(JSON.stringify(merged.entity)), false)).toEqual([]);
    expect(merged.entity).not.toEqual(entity);
  });

  it.each(guideBlocks('json part'))('shows a part that the first entity may have: %s', (text) => {
    const [first = ''] = guideBlocks('json entity');
    const whole = { ...(JSON.parse(first) as object), ...(JSON.parse(`{${text}}`) as object) };
    const entity = read(JSON.stringify(whole));
    // What a part names and does not use is a warning, and it alone uses nothing.
    expect(problemsOf(entity, false).filter((said) => said.startsWith('错误'))).toEqual([]);
  });

  const lines = guideBlocks('expression').flatMap((text) => text.trim().split('\n'));

  it.each(lines)('shows an expression over the first entity that checks: %s', (line) => {
    const [entity] = entities;
    const parsed = parseExpression(line);
    if (entity === undefined || 'problems' in parsed) throw new Error('the line cannot be read');
    const world = modelWorldOf(worldWith([entity]), 'demo');
    expect(checkExpression(parsed.node, nameScope(world, entityNames(world, entity))).problems).toEqual([]);
  });
});
