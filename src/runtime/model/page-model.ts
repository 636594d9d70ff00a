import { type ColumnPlan, compileColumns } from '../../compile/columns/compile-columns.ts';
import { compileFilters, type FilterPlan } from '../../compile/columns/compile-filters.ts';
import { compileFormSchema } from '../../compile/form/compile-form-schema.ts';
import { compileLinkage, type Linkage } from '../../compile/form/compile-linkage.ts';
import type { FormSchema } from '../../compile/form/form-schema.ts';
import { compileToolbar, type ToolbarPlan } from '../../compile/toolbar/compile-toolbar.ts';
import type { Entity } from '../../core/dialect/entity.generated.ts';
import type { Choice } from '../../core/field-type.ts';
import { buildModel } from '../../core/model/build-model.ts';
import type { EntityModel, FieldModel, PageModel } from '../../core/model/entity-model.ts';
import type { PageMetadata } from '../../core/wire/page.ts';
import { fieldTypes } from '../../field-types/definitions.ts';
import { pageKinds } from '../../page-kinds/definitions.generated.ts';

/** A page of an entity with everything compiled from its metadata. */
export interface EntityPageModel {
  readonly metadata: PageMetadata;
  readonly model: EntityModel;
  readonly page: PageModel;
  /** Code by which calls name the page whose rights count; undefined for a part of another entity's page, where all count. */
  readonly callPage: string | undefined;
  readonly columns: readonly ColumnPlan[];
  readonly filters: readonly FilterPlan[];
  readonly toolbar: ToolbarPlan;
  /** What forms of the page are drawn by. */
  readonly form: FormSchema;
  readonly linkage: Linkage;
  /**
   * What a record of an entity is called where nobody can say its name: of a draft, which is looked at by people who may
   * see no records, and before the server has said what it refers to. Undefined for pages that are served.
   */
  readonly nameless?: (target: string) => string;
  /**
   * Fields of a new record that must be filled and that the server fills where a person leaves them empty: forms mark
   * them, and the server alone refuses them. A cell of a table is named behind the table's key and a dot. Default none.
   */
  readonly expected?: ReadonlySet<string>;
  /** Choices of a field, in order; undefined where it has neither dictionary nor options. */
  choices(field: FieldModel): readonly Choice[] | undefined;
}

/** Says that the metadata of a page does not hold the page. */
export class MissingPageError extends Error {
  readonly code: string;

  constructor(code: string) {
    super(`page ${code} is not in its metadata`);
    this.name = 'MissingPageError';
    this.code = code;
  }
}

/**
 * Builds a page from what the server sent. `isHidden` says which fields this person may never see. Expressions that
 * reach other entities are the server's to decide; the browser leaves them out.
 */
export function buildPageModel(
  metadata: PageMetadata,
  isHidden: (model: EntityModel, field: string) => boolean = () => false,
): EntityPageModel {
  const dictionaries = metadata.dictionaries;
  const { model } = buildModel(metadata.entity, {
    area: metadata.area,
    registry: fieldTypes,
    pageKinds,
    dictionaries: {
      has: (code) => Object.hasOwn(dictionaries, code),
      choices: (code) => (Object.hasOwn(dictionaries, code) ? dictionaries[code]?.choices : undefined),
    },
    entity: (key) => knownEntity(metadata, key),
    settings: new Map(Object.entries(metadata.settings)),
  });
  const page = Object.hasOwn(model.pages, metadata.page) ? model.pages[metadata.page] : undefined;
  if (page === undefined) throw new MissingPageError(metadata.page);
  const hidden = (field: string): boolean => isHidden(model, field);
  // By the field itself: a column of a sub-table may bear the key of a field.
  const choices = new Map(model.fields.map((field) => [field, choicesOf(metadata, field)]));
  return {
    metadata,
    model,
    page,
    callPage: page.code,
    columns: compileColumns(model, page, hidden, (field) => choices.get(field)),
    filters: compileFilters(model, page, hidden),
    toolbar: compileToolbar(model, page),
    form: compileFormSchema(model, hidden),
    linkage: compileLinkage(model),
    choices: (field) => (choices.has(field) ? choices.get(field) : choicesOf(metadata, field)),
  };
}

/**
 * Entities whose names the browser can read: the page's own, of a child the record above it, children whose rows a form
 * may hold, and setup tables. All else is the server's.
 */
function knownEntity(metadata: PageMetadata, key: string): Entity | undefined {
  const { entity, children = {}, lookups = {} } = metadata;
  if (key === entity.entity) return entity;
  const related = Object.hasOwn(children, key) ? children[key]?.entity : undefined;
  if (related !== undefined && (key === entity.parent?.entity || related.parent?.entity === entity.entity)) {
    return related;
  }
  return Object.hasOwn(lookups, key) ? lookups[key]?.entity : undefined;
}

function choicesOf(metadata: PageMetadata, field: FieldModel): readonly Choice[] | undefined {
  const { dict, options } = field.property;
  if (dict !== undefined) {
    return Object.hasOwn(metadata.dictionaries, dict) ? metadata.dictionaries[dict]?.choices : undefined;
  }
  if (options === undefined) return undefined;
  return Object.entries(options)
    .sort(([, a], [, b]) => a.order - b.order)
    .map(([key, option]) => ({
      key,
      title: option.title,
      ...(option.color === undefined ? {} : { color: option.color }),
      ...(option.icon === undefined ? {} : { icon: option.icon }),
      ...(option.parent === undefined ? {} : { parent: option.parent }),
    }));
}
