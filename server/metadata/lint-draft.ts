import type { Entity } from '../../src/core/dialect/entity.generated.ts';
import type { WorldEntity } from '../../src/core/dialect/lint-context.ts';
import { lintEntity } from '../../src/core/dialect/lint-entity.ts';
import { parseEntity } from '../../src/core/dialect/parse-entity.ts';
import type { Problem } from '../../src/core/dialect/problem.ts';
import { readJson } from '../../src/core/dialect/read-json.ts';
import { entityFile } from '../../src/core/model/model-world.ts';
import type { DraftAnswer, DraftFinding } from '../../src/core/wire/page.ts';
import { fieldTypes } from '../../src/field-types/definitions.ts';
import { pageKinds } from '../../src/page-kinds/definitions.generated.ts';
import { pageMetadata } from './page-metadata.ts';
import type { MetadataSnapshot } from './snapshot.ts';

/** Area of a draft that no shipped entity is. */
const DRAFT_AREA = 'examples';

/** Lints the text of an entity among those that serve a tenant; nothing is stored. */
export function lintDraft(text: string, snapshot: MetadataSnapshot): DraftAnswer {
  const parsed = parseEntity(text, 'draft');
  if ('problems' in parsed) return { findings: parsed.problems.map((problem) => finding(problem)), surroundings: null };
  const { entity } = parsed;
  const area = snapshot.entities.get(entity.entity)?.area ?? DRAFT_AREA;
  const { model, problems } = lintEntity({ area, entity }, worldOf(snapshot), snapshot.entities.values());
  const entities = new Map([...snapshot.entities, [entity.entity, model] as const]);
  const { entity: _entity, page: _page, ...surroundings } = pageMetadata({ ...snapshot, entities }, model, '');
  return { findings: withPlaces(problems, entity, area, text), surroundings };
}

function worldOf(snapshot: MetadataSnapshot) {
  const entities = new Map<string, WorldEntity>(
    [...snapshot.entities.values()].map(({ key, area, source }) => [key, { area, entity: source }]),
  );
  return {
    entities,
    registry: fieldTypes,
    pageKinds,
    dictionaries: {
      has: (code: string) => snapshot.dictionaries.has(code),
      choices: (code: string) => snapshot.dictionaries.get(code)?.choices,
      codes: () => snapshot.dictionaries.keys(),
      severity: (code: string) => snapshot.dictionaries.get(code)?.severity,
    },
    settings: snapshot.settings,
    buttons: [...new Set(snapshot.menu.flatMap(({ buttons }) => buttons))],
    roles: knownRoles(snapshot),
  };
}

/** Roles of the tenant, and those that what already serves names: a tenant need not have every shipped one. */
function knownRoles({ roles, menu, entities }: MetadataSnapshot): ReadonlySet<string> {
  const models = [...entities.values()];
  return new Set([
    ...roles.keys(),
    ...menu.flatMap((entry) => entry.roles ?? []),
    ...models.flatMap(({ pages }) => Object.values(pages).flatMap(({ grants }) => Object.keys(grants))),
    ...models.flatMap(({ permissions }) => Object.keys(permissions.scope ?? {})),
  ]);
}

function withPlaces(problems: readonly Problem[], entity: Entity, area: string, text: string): DraftFinding[] {
  const json = readJson(text);
  const file = entityFile(area, entity.entity);
  return problems
    .filter((problem) => problem.file === file)
    .map((problem) => finding('value' in json ? { ...problem, ...json.position(problem.pointer) } : problem));
}

function finding({ file: _file, ...rest }: Problem): DraftFinding {
  return rest;
}
