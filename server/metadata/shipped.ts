import type { RowsFile } from '../../src/core/dialect/rows-file.ts';
import type { EntityModel } from '../../src/core/model/entity-model.ts';
import type { Language } from '../../src/core/text/language.ts';
import type { ParsedWorld } from './judge/parse-world.ts';
import type { PlacedEntity } from './model-set.ts';
import type { DeclaredSetting, DictionaryFile, MenuFile } from './shipped-files.ts';
import type { ShippedTexts } from './translate.ts';

/** All that is shipped, as it stands in the database. */
export interface Shipped {
  readonly parsed: ParsedWorld;
  readonly revision: string;
  readonly entities: readonly PlacedEntity[];
  readonly dictionaries: ReadonlyMap<string, DictionaryFile>;
  readonly menu: MenuFile;
  readonly settings: ReadonlyMap<string, string | number | boolean>;
  readonly declared: ReadonlyMap<string, DeclaredSetting>;
  readonly rows: ReadonlyMap<string, RowsFile>;
  readonly models: ReadonlyMap<string, EntityModel>;
  /** Version of each entity's file. */
  readonly versions: ReadonlyMap<string, number>;
  readonly texts: ReadonlyMap<Language, ShippedTexts>;
}
