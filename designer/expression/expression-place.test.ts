import { expect, test } from 'vitest';
import { parseFiles } from '../../server/metadata/judge/parse-world.ts';
import { readMetadataFiles } from '../../server/metadata/metadata-files.ts';
import { fileChoices } from '../../server/metadata/model-set.ts';
import type { Entity } from '../../src/core/dialect/entity.generated.ts';
import { walk } from '../../src/core/dialect/walk/walk.ts';
import { checkExpression, completionsAt, explainExpression, parseExpression } from '../../src/core/expression/index.ts';
import type { DesignNames } from '../../src/core/wire/design.ts';
import { placeOfExpression } from './expression-place.ts';

const { entities, dictionaries, settings } = parseFiles(readMetadataFiles('schemas'));
const names: DesignNames = {
  entities: entities.map(({ entity }) => entity),
  dictionaries: Object.fromEntries(
    [...dictionaries].map(([code, file]) => [code, { title: file.title, choices: fileChoices(file) }]),
  ),
  settings: Object.fromEntries(settings),
};

function entityOf(key: string): Entity {
  const found = entities.find(({ entity }) => entity.entity === key);
  if (found === undefined) throw new Error(`no entity ${key}`);
  return found.entity;
}

test('the place of every shipped expression is known, and by its names the expression has no fault', () => {
  const unknown: string[] = [];
  const faulty: string[] = [];
  const unsaid: string[] = [];
  let count = 0;
  for (const { entity } of entities) {
    walk(entity, {
      expression({ path }, source) {
        count += 1;
        const where = `${entity.entity} ${path.join('/')}: ${source}`;
        const place = placeOfExpression(entity, path, names);
        const parsed = parseExpression(source);
        if (place === undefined || 'problems' in parsed) return void unknown.push(where);
        const { problems } = checkExpression(parsed.node, place.scope, place.expected);
        if (problems.length > 0) faulty.push(`${where} ${problems.map(({ message }) => message).join()}`);
        const said = explainExpression(parsed.node, place.scope, (id) =>
          /^(?:call|record|me)\./.test(id) ? undefined : id,
        );
        if (said === '') unsaid.push(where);
      },
    });
  }
  expect(count).toBeGreaterThan(1500);
  expect(unknown).toEqual([]);
  expect(faulty).toEqual([]);
  expect(unsaid).toEqual([]);
});

test('where nothing is written yet the names are known too', () => {
  const entity = entityOf('peril');
  const place = placeOfExpression(entity, ['record', 'properties', 'level', 'requiredWhen'], names);
  expect(place?.expected).toBe('boolean');
  const offered = completionsAt('', 0, place?.scope ?? expect.unreachable()).options;
  expect(offered.find(({ key }) => key === 'level')?.title).toBe(entity.record.properties.level?.title);
});
