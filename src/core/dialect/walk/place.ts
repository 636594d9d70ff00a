import metaSchema from '../../../../schemas/meta/entity.schema.json' with { type: 'json' };

/**
 * Whose names stand at a place: the entity's own (`self`), those of the entity that the place names beside it (`target`),
 * of the rows of a sub-table or the fields of a dialogue around it (`row`), of the parent entity (`parent`), of what a
 * transition proposes (`proposal`), of the whole product (`world`), or of a single stored value (`value`).
 */
export type Over = 'self' | 'target' | 'row' | 'parent' | 'proposal' | 'world' | 'value';

/** What the meta-schema says of a place besides its form; `x-` stands in front of each word there. */
export interface Marks {
  /** A text that people see; `words`: where it is written in Chinese, not in symbols that are the same everywhere. */
  readonly text?: true | 'words';
  readonly expression?: true;
  /** Literals of the expression are texts that people see: `always`, or `live` where it is made anew for each reader. */
  readonly words?: 'always' | 'live';
  /** The text is the key of a thing of this kind. */
  readonly names?: string;
  /** Keys of things of this kind stand in braces within the text: `{amount}`. */
  readonly fills?: string;
  /** What people call a thing of that kind. */
  readonly called?: string;
  /** Words that may stand there besides. */
  readonly besides?: readonly string[];
  /** The key is that of a thing of this kind, which stands here. */
  readonly defines?: string;
  /** Keys of the object name things of this kind, whatever their values are. */
  readonly keys?: string;
  /** Neither shown nor a name. */
  readonly plain?: true;
  /** Only an author writes it: it is resolved before anything else sees the entity. */
  readonly authored?: true;
  /** Keywords of the object that an author may leave out and the resolved entity has. */
  readonly given?: readonly string[];
  readonly over?: Over;
  /** Keywords by which another entity is named; where none is given, `target` is the entity itself. */
  readonly target?: readonly string[];
  /** Keyword that holds the fields meant by `row`. */
  readonly rows?: string;
  /** Keyword with the entity that a transition writes, or with the transition whose proposal is meant. */
  readonly proposes?: string;
  /** What the place adds to the ids of texts below it. Default its keyword, key or index. */
  readonly id?: string;
  /** Kind of thing by which those ids begin. */
  readonly kind?: string;
  /** Keyword that stands for the index of an entry in those ids. */
  readonly 'named-by'?: string;
  /**
   * How two versions of a list of names are told apart: `each` name that came or went as a keyword of what it names, or
   * as the `home` of what it names, which moves from one list to another. Default the list as a whole.
   */
  readonly told?: 'each' | 'home';
  /** Only the shipped file says it: a company's overlay does not change it. */
  readonly shipped?: true;
  /** How it looks or where it stands: where the shipped value has changed too, the company's stays. */
  readonly layout?: true;
  /** It says who may see, write or do something: whoever may change it gives rights. */
  readonly right?: true;
  /** What a person edits the place with, where its form does not say it (src/core/dialect/editors.ts). */
  readonly editor?: 'condition' | 'value' | 'icon' | 'note';
}

/** Names of all marks. */
export const MARKS = [
  'text',
  'expression',
  'words',
  'names',
  'fills',
  'called',
  'besides',
  'defines',
  'keys',
  'plain',
  'authored',
  'given',
  'over',
  'target',
  'rows',
  'proposes',
  'id',
  'kind',
  'named-by',
  'told',
  'shipped',
  'layout',
  'right',
  'editor',
] as const satisfies readonly (keyof Marks)[];

type Node = Readonly<Record<string, unknown>>;

/** A place of the dialect as the meta-schema describes it, with what may stand below it; references are followed. */
export interface Place {
  readonly description: string;
  readonly marks: Marks;
  /** The JSON Schema of the place itself. */
  readonly node: Node;
  readonly properties: ReadonlyMap<string, Place>;
  /** Keys of a map. */
  readonly keys: Place | undefined;
  /** Values of a map. */
  readonly entries: Place | undefined;
  /** Entries of a list. */
  readonly items: Place | undefined;
  /** Forms that the value may have; none where it has but one. */
  readonly branches: readonly Place[];
}

const definitions: Readonly<Record<string, Node>> = metaSchema.$defs;
const places = new WeakMap<Node, Place>();

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);

/** A node with what it refers to; what stands beside the reference wins. */
function followed({ $ref, ...beside }: Node): Node {
  if (typeof $ref !== 'string') return beside;
  return { ...followed(definitions[$ref.replace('#/$defs/', '')] ?? {}), ...beside };
}

function placeOf(source: unknown): Place | undefined {
  if (!isNode(source)) return undefined;
  const known = places.get(source);
  if (known !== undefined) return known;
  const node = followed(source);
  const marks = Object.fromEntries(
    Object.entries(node).flatMap(([name, value]) => (name.startsWith('x-') ? [[name.slice(2), value]] : [])),
  );
  const properties = new Map<string, Place>();
  const forms: readonly unknown[] = [node.oneOf ?? node.anyOf ?? []].flat();
  const place: Place = {
    description: typeof node.description === 'string' ? node.description : '',
    marks,
    node,
    properties,
    keys: placeOf(node.propertyNames),
    // The meta-schema refers to itself: what stands below is looked at when it is asked for.
    get entries() {
      return placeOf(node.additionalProperties);
    },
    get items() {
      return placeOf(node.items);
    },
    branches: forms.flatMap((form) => placeOf(form) ?? []),
  };
  places.set(source, place);
  for (const [name, child] of Object.entries(isNode(node.properties) ? node.properties : {})) {
    const found = placeOf(child);
    if (found !== undefined) properties.set(name, found);
  }
  return place;
}

/** The place that a definition of the meta-schema describes, wherever it is referred to. */
export function definedPlace(name: string): Place | undefined {
  return placeOf(definitions[name]);
}

/** The whole file of an entity. */
export function entityPlace(): Place {
  const place = placeOf(metaSchema);
  if (place === undefined) throw new Error('the meta-schema is no schema');
  return place;
}

/** The form of a place that a value has; the place itself where there is but one or none fits. */
export function formOf(place: Place, value: unknown): Place {
  return place.branches.find((branch) => fits(branch, value)) ?? place;
}

/** The same where forms have forms in turn. */
export function lastFormOf(place: Place, value: unknown): Place {
  const form = formOf(place, value);
  return form === place ? place : lastFormOf(form, value);
}

function fits({ node, properties, branches }: Place, value: unknown): boolean {
  if (branches.length > 0) return branches.some((branch) => fits(branch, value));
  if (Array.isArray(node.enum)) return node.enum.includes(value);
  if (node.type === undefined) return true;
  if (Array.isArray(value)) return node.type === 'array';
  if (!isNode(value)) return [node.type].flat().includes(value === null ? 'null' : typeof value);
  const required: readonly unknown[] = Array.isArray(node.required) ? node.required : [];
  return (
    node.type === 'object' &&
    required.every((name) => Object.hasOwn(value, String(name))) &&
    (node.additionalProperties !== false || Object.keys(value).every((name) => properties.has(name)))
  );
}
