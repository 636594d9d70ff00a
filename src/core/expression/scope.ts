import type { ValueType } from './value-type.ts';

/** What a name stands for. */
export interface ScopeEntry {
  readonly type: ValueType;
  /** The value can change without the record being written (a reference's field, a child entity's rows). Default false. */
  readonly live?: boolean;
  /** Only the server knows the value. Default false. */
  readonly serverOnly?: boolean;
  /** The record that `name.key` reads, for a reference field whose own type is its id's. */
  readonly record?: string;
  /** Keys that the value can be, of a dictionary or of options; undefined where it can be anything. */
  readonly choices?: readonly string[];
  /** Where the titles of those stand, by which `labelOf` asks for them: `dict peril-level`, `peril.level`. */
  readonly titles?: string;
  /** What people call it, in the language of the files. */
  readonly title?: string;
  /** Title of one of the choices, in that language. */
  choiceTitle?(key: string): string | undefined;
  /** Field by which the record that a reference names is called; a path where that is a reference in turn. */
  readonly label?: string;
}

/**
 * Records as seen from inside rows: what was bare is now `parent`, what was `parent` is `parent.parent`, and so on.
 * `outer` is the record outside all rows, unless its place calls another one so.
 */
export function recordsInside<T>(names: T, records: Readonly<Record<string, T>>): Readonly<Record<string, T>> {
  const shifted = Object.entries(records).map(([name, record]): [string, T] =>
    name === 'parent' || name.startsWith('parent.') ? [`parent.${name}`, record] : [name, record],
  );
  return { outer: names, ...Object.fromEntries(shifted), parent: names };
}

/** The record above another: `parent.parent` for `parent`; undefined where there is none. */
export function recordAbove(record: string, key: string, records: Readonly<Record<string, unknown>>) {
  const above = `${record}.${key}`;
  return key === 'parent' && Object.hasOwn(records, above) ? { type: { record: above } } : undefined;
}

/** An entity that `lookup`, `exists` and the like can read. */
interface LookupEntity {
  /** What people call its records, where it is known. */
  readonly title?: string;
  /** Shipped to the browser like a dictionary; only such an entity can be looked up. */
  readonly small: boolean;
  /** Whether its records stand below each other, for `within`. Default false. */
  readonly tree?: boolean;
  /** Names inside the column and the condition: the entity's own, and `parent` for the record that looks. */
  readonly scope: ExpressionScope;
}

/** A statutory or tenant value that `setting('key')` reads. */
export interface ExpressionSetting {
  readonly type: ValueType;
  /** Known to the browser. Default true. */
  readonly shipped?: boolean;
}

/** How the checker resolves names. Build one with `createScope`; implement it where names are computed. */
export interface ExpressionScope {
  resolve(name: string): ScopeEntry | undefined;
  /** The entry of `key` in the record called `record` (`me`, `old`, `row`, `parent`, or an entry's `record`). */
  member(record: string, key: string): ScopeEntry | undefined;
  /** The names inside an aggregate over the rows called `name`. */
  rows(name: string): ExpressionScope | undefined;
  setting(key: string): ExpressionSetting | undefined;
  lookupEntity(name: string): LookupEntity | undefined;
  /** Where the first fault of an entity stands whose file could not be read. */
  faulty?(name: string): string | undefined;
  /** Values are watched here as they come in, so that their past may be asked. Default false. */
  readonly stream?: boolean;
  /** Whether the dictionary exists, for `rank`. */
  dictionary(code: string): boolean;
  /** The dictionary's keys, where they are known. */
  dictionaryKeys?(code: string): readonly string[] | undefined;
  /** Names to suggest from, of the scope itself, of a record, of the settings, entities or dictionaries. */
  candidates(of: 'names' | 'settings' | 'entities' | 'dictionaries' | { readonly record: string }): readonly string[];
}

/** A plain type where nothing else needs saying, otherwise a full entry. */
type ScopeSource = Readonly<Record<string, ValueType | ScopeEntry>>;

interface ScopeOptions {
  /** Fields by key. */
  readonly names: ScopeSource;
  /** Records by name: `old` and `row` where they exist, and every record that an entry of a reference names. */
  readonly records?: Readonly<Record<string, ScopeSource>>;
  /** Columns of sub-tables by their name; `names` needs an entry `{type: {rows: name}}` too. */
  readonly rows?: Readonly<Record<string, ScopeSource>>;
  readonly settings?: Readonly<Record<string, ExpressionSetting>>;
  readonly entities?: Readonly<
    Record<string, { readonly small: boolean; readonly tree?: boolean; readonly names: ScopeSource }>
  >;
  readonly dictionaries?: readonly string[];
  readonly stream?: boolean;
}

/** The columns of `me`, the same everywhere. */
export const ME_FIELDS: ScopeSource = {
  userId: 'text',
  account: 'text',
  realName: 'text',
  deptId: 'text',
  deptIds: { list: 'text' },
  roles: { list: 'text' },
  tenantId: 'text',
};

function entryOf(source: ScopeSource | undefined, key: string): ScopeEntry | undefined {
  if (source === undefined || !Object.hasOwn(source, key)) return undefined;
  const found = source[key];
  if (found === undefined) return undefined;
  return typeof found === 'object' && 'type' in found ? found : { type: found };
}

function own<T>(map: Readonly<Record<string, T>> | undefined, key: string): T | undefined {
  return map !== undefined && Object.hasOwn(map, key) ? map[key] : undefined;
}

/**
 * A scope from plain tables. `me` is always there; `old`, `row` and `parent` when `records` names them. Inside rows and
 * looked-up entities a bare name is the row's, `parent` what stands outside, `outer` the record, and `me`, `old` and `row`
 * stay reachable.
 */
export function createScope(options: ScopeOptions): ExpressionScope {
  const records: Readonly<Record<string, ScopeSource>> = { ...options.records, me: ME_FIELDS };
  const special = ['me', 'old', 'row', 'parent', 'outer'].filter((name) => Object.hasOwn(records, name));

  function inner(names: ScopeSource): ExpressionScope {
    return createScope({ ...options, names, rows: {}, records: recordsInside(options.names, records) });
  }

  return {
    resolve(name) {
      return special.includes(name) ? { type: { record: name } } : entryOf(options.names, name);
    },
    member: (record, key) => entryOf(own(records, record), key) ?? recordAbove(record, key, records),
    rows(name) {
      const columns = own(options.rows, name);
      return columns === undefined ? undefined : inner(columns);
    },
    setting: (key) => own(options.settings, key),
    lookupEntity(name) {
      const entity = own(options.entities, name);
      return entity === undefined
        ? undefined
        : { small: entity.small, tree: entity.tree === true, scope: inner(entity.names) };
    },
    ...(options.stream === true ? { stream: true } : {}),
    dictionary: (code) => options.dictionaries?.includes(code) ?? false,
    candidates(of) {
      if (of === 'names') return [...Object.keys(options.names), ...special];
      if (of === 'settings') return Object.keys(options.settings ?? {});
      if (of === 'entities') return Object.keys(options.entities ?? {});
      if (of === 'dictionaries') return options.dictionaries ?? [];
      return Object.keys(own(records, of.record) ?? {});
    },
  };
}
