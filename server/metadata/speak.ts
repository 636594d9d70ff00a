import { childrenByParent } from '../../src/core/model/build-child.ts';
import type { EntityModel } from '../../src/core/model/entity-model.ts';
import type { Language } from '../../src/core/text/language.ts';
import { translateEntity } from '../../src/core/text/translate-entity.ts';
import { inLanguage } from '../ground/language/language.ts';
import { LazyMap } from '../ground/lazy-map.ts';
import { buildJointPages } from './joint-pages.ts';
import { modelBuilder, type PlacedEntity } from './model-set.ts';
import type { Shipped } from './shipped.ts';
import type { MenuEntry, MetadataSnapshot } from './snapshot.ts';
import { buttonTitles, type ShippedTexts, translateDictionaries, translateMenu, translateValues } from './translate.ts';

/** What words a company's metadata is spoken with. */
interface Wording {
  readonly base: Shipped;
  /** Entities of the company, with its edits. */
  readonly laid: readonly PlacedEntity[];
  readonly language: Language;
  readonly texts: ShippedTexts;
  /** The company's own translation of a text, by its id. */
  readonly own: (id: string) => string | undefined;
}

/** What a company's metadata is spoken from. */
interface Spoken extends Wording {
  /** All models in the language. */
  readonly models: ReadonlyMap<string, EntityModel>;
  /** Entities that this company has pages and calls of. */
  readonly kept: readonly string[];
  /** The menu over pages in the language, its own texts aside. */
  readonly menuOver: (pages: Required<Pick<MetadataSnapshot, 'pages' | 'jointPages'>>) => readonly MenuEntry[];
}

/**
 * Models in another language, each made when it is asked for. A translation changes texts alone, so that all of them are
 * sound; where one is not, it speaks as it is written.
 */
export function spokenModels(
  { base, laid, language, texts: { entities: texts }, own }: Wording,
  models: ReadonlyMap<string, EntityModel>,
): ReadonlyMap<string, EntityModel> {
  const shipped = new Map(base.entities.map(({ entity }) => [entity.entity, entity]));
  const placed = new Map(laid.map((one) => [one.entity.entity, one]));
  const found = (key: string) => placed.get(key) as PlacedEntity;
  const entities = new LazyMap(placed.keys(), (key) => {
    const { entity } = found(key);
    return translateEntity(entity, shipped.get(key) ?? entity, texts, own);
  });
  const childrenOf = childrenByParent(laid.map(({ entity }) => entity));
  const make = modelBuilder({ ...base, entities, childrenOf });
  return new LazyMap(models.keys(), (key) => {
    const entity = entities.get(key);
    const written = models.get(key) as EntityModel;
    if (entity === undefined) return written;
    return inLanguage(language, () => make({ area: found(key).area, entity })).model ?? written;
  });
}

/** A snapshot in another language. Its parts are made when somebody asks for them: a notice needs one entity of hundreds. */
export function speakSnapshot(snapshot: MetadataSnapshot, spoken: Spoken): MetadataSnapshot {
  const { base, language, texts, own, kept, menuOver } = spoken;
  const entities = spoken.models;
  const modelOf = ({ key }: EntityModel) => entities.get(key) as EntityModel;
  const pages = new LazyMap(snapshot.pages.keys(), (code) => {
    const written = snapshot.pages.get(code);
    if (written === undefined) throw new Error(`no page ${code}`);
    const entity = modelOf(written.entity);
    const [key = ''] = Object.entries(written.entity.pages).find(([, page]) => page === written.page) ?? [];
    return { entity, page: entity.pages[key] ?? written.page };
  });
  const operations = new LazyMap(snapshot.operations.keys(), (call) => {
    const written = snapshot.operations.get(call);
    if (written === undefined) throw new Error(`no call ${call}`);
    const entity = modelOf(written.entity);
    const place = written.entity.operations.indexOf(written.operation);
    return { ...written, entity, operation: entity.operations[place] ?? written.operation };
  });
  const once = <T>(make: () => T): (() => T) => {
    let made: { readonly value: T } | undefined;
    return () => {
      made ??= { value: inLanguage(language, make) };
      return made.value;
    };
  };
  const { dictionaries, settings } = snapshot;
  const jointPages = once(() => {
    const models = new LazyMap(kept, (key) => entities.get(key) as EntityModel);
    return buildJointPages(base.parsed, { models, pages, dictionaries, settings }, texts);
  });
  const words = once(() => translateDictionaries(dictionaries, base.dictionaries, texts, own));
  const menu = once(() => translateMenu(menuOver({ pages, jointPages: jointPages() }), base.menu, texts));
  const values = once(() => translateValues(base.declared, base.rows, base.entities, texts));
  return {
    ...snapshot,
    language,
    untranslated: snapshot,
    entities,
    pages,
    operations,
    buttonTitles: buttonTitles(base.menu, texts),
    get jointPages() {
      return jointPages();
    },
    get dictionaries() {
      return words();
    },
    get menu() {
      return menu();
    },
    get shippedValues() {
      return values();
    },
  };
}

/** Makes the parts of a spoken snapshot that are not made yet, in steps. */
export function* warmed(snapshot: MetadataSnapshot): Generator<void, MetadataSnapshot> {
  for (const key of snapshot.entities.keys()) {
    snapshot.entities.get(key);
    yield;
  }
  for (const part of ['jointPages', 'dictionaries', 'menu', 'shippedValues'] as const) {
    void snapshot[part];
    yield;
  }
  return snapshot;
}
