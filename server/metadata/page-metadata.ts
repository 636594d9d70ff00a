import type { EntityModel, FieldModel } from '../../src/core/model/entity-model.ts';
import type { Dictionary, MetadataSnapshot } from './snapshot.ts';

/** Where records of a referenced entity are read by the browser. */
export interface PageTarget {
  readonly service: string;
  readonly base: string;
  readonly label: string;
  readonly title: string;
}

/** What the browser needs to draw a page. */
export interface PageMetadata {
  readonly entity: EntityModel['source'];
  readonly area: string;
  readonly page: string;
  readonly revision: string;
  readonly dictionaries: Readonly<Record<string, Pick<Dictionary, 'title' | 'severity' | 'choices'>>>;
  readonly settings: Readonly<Record<string, string | number | boolean>>;
  readonly timeZone: string;
  readonly targets: Readonly<Record<string, PageTarget>>;
}

function flatten(fields: readonly FieldModel[]): readonly FieldModel[] {
  return fields.flatMap((field) => [field, ...flatten(field.columns ?? [])]);
}

/** Metadata of a page for the browser: the entity as merged for the tenant, its dictionaries and what it refers to. */
export function pageMetadata(snapshot: MetadataSnapshot, entity: EntityModel, page: string): PageMetadata {
  const fields = flatten(entity.fields);
  const dictionaries: Record<string, Pick<Dictionary, 'title' | 'severity' | 'choices'>> = {};
  for (const code of new Set(fields.map((field) => field.property.dict))) {
    const found = code === undefined ? undefined : snapshot.dictionaries.get(code);
    if (found) dictionaries[found.code] = { title: found.title, severity: found.severity, choices: found.choices };
  }
  const targets: Record<string, PageTarget> = {};
  for (const key of new Set(fields.map((field) => field.target))) {
    const target = key === undefined ? undefined : snapshot.entities.get(key);
    if (target) {
      targets[target.key] = { service: target.service, base: target.base, label: target.label, title: target.title };
    }
  }
  return {
    entity: entity.source,
    area: entity.area,
    page,
    revision: snapshot.revision,
    dictionaries,
    settings: Object.fromEntries(snapshot.settings),
    timeZone: snapshot.timeZone,
    targets,
  };
}
