import type { WorldEntity } from '../../src/core/dialect/lint-context.ts';
import { lintEntity } from '../../src/core/dialect/lint-entity.ts';
import { parseEntity } from '../../src/core/dialect/parse-entity.ts';
import { jsonPointer, type Problem } from '../../src/core/dialect/problem.ts';
import { readJson } from '../../src/core/dialect/read-json.ts';
import { blockFile, NO_SHARED_FILES, type SharedFiles, usesOf } from '../../src/core/dialect/resolve/blocks.ts';
import { sharedPartsOf } from '../../src/core/dialect/resolve/shared-parts-of.ts';
import { entityFile } from '../../src/core/model/model-world.ts';
import type { DraftAnswer, DraftFinding } from '../../src/core/wire/page.ts';
import { fieldTypes } from '../../src/field-types/definitions.ts';
import { pageKinds } from '../../src/page-kinds/definitions.generated.ts';
import { pageMetadata } from './page-metadata.ts';
import type { MetadataSnapshot } from './snapshot.ts';

/** Area of a draft that no shipped entity is. */
const DRAFT_AREA = 'examples';

/** Name of the text while it is read; nobody sees it. */
const DRAFT = 'draft';

/** Lints the text of an entity among those that serve a tenant; nothing is stored. */
export function lintDraft(text: string, snapshot: MetadataSnapshot): DraftAnswer {
  const files = snapshot.shared ?? NO_SHARED_FILES;
  const parsed = parseEntity(text, DRAFT, files);
  const json = readJson(text);
  const value = 'value' in json ? json.value : undefined;
  const shared = { blocks: usedBlocks(value, files), groups: files.groups };
  if ('problems' in parsed) {
    return {
      findings: parsed.problems.map((problem) => finding(problem, value)),
      surroundings: null,
      shared,
      parts: [],
    };
  }
  const { entity, resolution } = parsed;
  const area = snapshot.entities.get(entity.entity)?.area ?? DRAFT_AREA;
  const subject = { area, entity, resolution };
  const { model, problems } = lintEntity(subject, worldOf(snapshot), snapshot.entities.values());
  const entities = new Map([...snapshot.entities, [entity.entity, model] as const]);
  const { entity: _entity, page: _page, ...surroundings } = pageMetadata({ ...snapshot, entities }, model, '');
  const isOfAnother = (file: string): boolean =>
    file.startsWith('schemas/areas/') && file !== entityFile(area, entity.entity);
  const findings = problems
    .filter(({ file }) => !isOfAnother(file))
    .map((problem) => finding(problem, value))
    .map((told) => ('value' in json ? { ...told, ...json.position(told.pointer) } : told));
  return { findings, surroundings, shared, parts: resolution === undefined ? [] : sharedPartsOf(resolution) };
}

function usedBlocks(value: unknown, files: SharedFiles): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    usesOf(value).flatMap(([, name]) => {
      const block = files.block(name);
      return block === undefined || block === 'broken' ? [] : [[name, block.value]];
    }),
  );
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

/** What is wrong in a block is told where the text uses it. */
function finding({ file, ...rest }: Problem, text: unknown): DraftFinding {
  const use = usesOf(text).find(([, name]) => blockFile(name) === file);
  if (use === undefined) return rest;
  const [key, name] = use;
  const pointer = jsonPointer('use', key, 'block');
  return {
    ...rest,
    pointer,
    message: `区块“${name}”的 ${rest.pointer || '/'}：${rest.message}`,
    line: undefined,
    column: undefined,
  };
}
