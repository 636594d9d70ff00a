import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readWorld } from '../../scripts/metadata/read-world.ts';
import type { WorldEntity } from '../../src/core/dialect/lint-context.ts';
import { type LintWorld, lintWorld } from '../../src/core/dialect/lint-world.ts';
import { parseEntity } from '../../src/core/dialect/parse-entity.ts';
import { printJson } from '../../src/core/dialect/print-json.ts';

const root = 'schemas/examples';
const { world } = readWorld('schemas');
const { locales: _, ...shipped } = world;
/** Rules that JSON cannot say stand among the fixtures: those of the shipped areas are the server's own. */
const rules = new Set(
  globSync('*/*.rules.ts', { cwd: 'tests/fixtures/areas' }).map((name) => name.replace('.rules.ts', '')),
);
const areas = readdirSync(root, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

function textsOf(area: string): ReadonlyMap<string, string> {
  const folder = join(root, area);
  return new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}

/** The shipped entities with all areas of examples beside them, which may name each other. */
function worldOfExamples(): LintWorld {
  const entities = new Map<string, WorldEntity>(shipped.entities);
  for (const area of areas) {
    for (const [name, text] of textsOf(area)) {
      const parsed = parseEntity(text, name);
      if ('problems' in parsed)
        throw new Error(`${area}/${name}: ${parsed.problems.map(({ message }) => message).join()}`);
      entities.set(parsed.entity.entity, { area, entity: parsed.entity });
    }
  }
  return { ...shipped, rules, entities };
}

describe('the areas among the examples', () => {
  const examples = worldOfExamples();

  it.each(areas)('%s is clean to the linter, and its examples hold', (area) => {
    const found = lintWorld(examples).filter(({ file }) => file.startsWith(`schemas/areas/${area}/`));
    expect(found.map(({ file, pointer, message }) => `${file} ${pointer} ${message}`)).toEqual([]);
  });

  it.each(areas)('%s has an example in each file that computes, and is written as the editor formats', (area) => {
    for (const [name, text] of textsOf(area)) {
      const { entity } =
        [...examples.entities.values()].find((one) => name === `${one.entity.entity}.entity.json`) ?? {};
      const computes = Object.values(entity?.record.properties ?? {}).some(({ compute, cases }) => compute ?? cases);
      expect(computes && entity?.examples === undefined ? name : '').toBe('');
      expect(printJson(text)).toEqual({ printed: text });
    }
  });
});
