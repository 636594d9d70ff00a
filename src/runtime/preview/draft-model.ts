import { siteConfig } from '../../api/site.ts';
import type { Entity, Page } from '../../core/dialect/entity.generated.ts';
import { blockFile } from '../../core/dialect/resolve/blocks.ts';
import { resolveEntity } from '../../core/dialect/resolve/resolve-entity.ts';
import type { PageMetadata, SharedTexts } from '../../core/wire/page.ts';
import { buildPageModel, type EntityPageModel } from '../model/page-model.ts';
import { isNeverSeen } from '../model/person.ts';
import { previewText } from './texts.ts';

/** What a form needs besides the text of its entity. */
export type Surroundings = Omit<PageMetadata, 'entity' | 'page'>;

/** Code of the page over all fields that a draft gets. */
const PREVIEW_PAGE = 'playgroundPreview';

/** Until the server has answered: no dictionary, no other entity. */
export const BARE: Surroundings = {
  area: 'examples',
  revision: '',
  dictionaries: {},
  settings: {},
  timeZone: siteConfig().timeZone,
  targets: {},
  children: {},
  lookups: {},
};

/** Says in Chinese why a value is no entity that a form could be made of. */
export class DraftShapeError extends Error {
  override readonly name = 'DraftShapeError';
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Nothing is shared until the server has answered. */
export const NOTHING_SHARED: SharedTexts = { blocks: {}, groups: {} };

/**
 * The entity of a text as if what it shares were written out. The least that a form needs; everything else is for the
 * linter. Throws DraftShapeError.
 */
export function draftEntity(written: unknown, shared: SharedTexts): Entity {
  const { value } = resolveEntity(written, 'draft', {
    block: (name) =>
      Object.hasOwn(shared.blocks, name) ? { file: blockFile(name), value: shared.blocks[name] } : undefined,
    blockNames: () => Object.keys(shared.blocks),
    groups: shared.groups,
  });
  if (!isObject(value)) throw new DraftShapeError(previewText('shape.object'));
  const { record } = value;
  if (!isObject(record) || !isObject(record.properties)) throw new DraftShapeError(previewText('shape.record'));
  checkProperties(record.properties);
  return {
    ...value,
    entity: typeof value.entity === 'string' ? value.entity : 'draft',
    title: typeof value.title === 'string' ? value.title : '',
    api: isObject(value.api) ? value.api : { service: 'safety', base: 'examples/draft' },
  } as unknown as Entity;
}

function checkProperties(properties: Record<string, unknown>): void {
  for (const [key, property] of Object.entries(properties)) {
    const sound =
      isObject(property) && [property.title, property.field, property.type].every((part) => typeof part === 'string');
    if (!sound) throw new DraftShapeError(previewText('shape.property', { key }));
    const { items } = property;
    if (isObject(items) && isObject(items.properties)) checkProperties(items.properties);
  }
}

/**
 * The page of a draft, over all its fields, for somebody with these roles; null shows everything. Throws where the draft
 * cannot be built at all.
 */
export function buildDraft(
  entity: Entity,
  surroundings: Surroundings,
  roles: readonly string[] | null,
): EntityPageModel {
  const fields = Object.entries(entity.record.properties)
    .filter(([, property]) => property.hidden !== true && property.endOf === undefined)
    .map(([key]) => key);
  const preview: Page = { title: entity.title, columns: fields, filters: fields };
  const metadata: PageMetadata = {
    ...surroundings,
    entity: { ...entity, pages: { ...entity.pages, [PREVIEW_PAGE]: preview } },
    page: PREVIEW_PAGE,
  };
  const { targets } = surroundings;
  return {
    ...buildPageModel(metadata, (model, field) => roles !== null && isNeverSeen(model, field, roles)),
    nameless: (target) =>
      Object.hasOwn(targets, target) ? previewText('nameless', { title: targets[target]?.title ?? '' }) : '…',
  };
}
