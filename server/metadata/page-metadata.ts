import type { EntityModel, FieldModel } from '../../src/core/model/entity-model.ts';
import { hasRecords } from '../../src/core/model/page-kind.ts';
import type { PageChild, PageMetadata, PageTarget } from '../../src/core/wire/page.ts';
import { CALENDAR_ENTITY } from './calendar-entity.ts';
import { askedBy, lookedUpBy } from './looked-up.ts';
import type { Dictionary, MetadataSnapshot } from './snapshot.ts';

function flatten(fields: readonly FieldModel[]): readonly FieldModel[] {
  return fields.flatMap((field) => [field, ...flatten(field.columns ?? [])]);
}

/** What belongs to an entity: its children, what its transitions write, and what belongs to those in turn. */
export function belongings(snapshot: MetadataSnapshot, entity: EntityModel): readonly EntityModel[] {
  const found = new Map<string, EntityModel>();
  const collect = (model: EntityModel): void => {
    const written = Object.values(model.transitions).flatMap(({ writes }) => writes ?? []);
    for (const key of [...model.children, ...written]) {
      const child = snapshot.entities.get(key);
      if (child === undefined || child === entity || found.has(key)) continue;
      found.set(key, child);
      collect(child);
    }
  };
  collect(entity);
  return [...found.values()];
}

/** Metadata of a page for the browser: the entity as merged for the tenant, its dictionaries and what it refers to. */
export function pageMetadata(snapshot: MetadataSnapshot, entity: EntityModel, page: string): PageMetadata {
  const children = belongings(snapshot, entity);
  const fields = [entity, ...children].flatMap((model) => flatten(model.fields));
  const dictionaries: Record<string, Pick<Dictionary, 'title' | 'severity' | 'choices'>> = {};
  for (const code of new Set([
    ...fields.map((field) => field.property.dict),
    ...[entity, ...children].flatMap((model) => askedBy(model).dictionaries),
  ])) {
    const found = code === undefined ? undefined : snapshot.dictionaries.get(code);
    if (found) dictionaries[found.code] = { title: found.title, severity: found.severity, choices: found.choices };
  }
  const targets: Record<string, PageTarget> = {};
  for (const key of new Set(fields.map((field) => field.target))) {
    const target = key === undefined ? undefined : snapshot.entities.get(key);
    if (target) {
      const { service, base, label, title } = target;
      const pages = Object.values(target.pages).filter(({ kind, hidden }) => hasRecords(kind) && !hidden);
      targets[target.key] = { service, base, label, title, pages: pages.map(({ code }) => code) };
    }
  }
  const lookups: Record<string, PageChild> = {};
  for (const key of new Set([entity, ...children].flatMap((model) => [...lookedUpBy(model).keys()]))) {
    const found = snapshot.entities.get(key);
    if (found?.small === true) lookups[key] = { entity: found.source, area: found.area };
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
    children: Object.fromEntries(children.map((child) => [child.key, { entity: child.source, area: child.area }])),
    lookups,
    ...([entity, ...children].some((model) => askedBy(model).calendar) ? { calendar: CALENDAR_ENTITY } : {}),
  };
}
