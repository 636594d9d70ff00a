import metaSchema from '../../../../schemas/meta/entity.schema.json' with { type: 'json' };
import { fieldTypes } from '../../../field-types/definitions.ts';
import { playgroundText } from './texts.ts';

/** A keyword of the dialect as the meta-schema describes it. */
export interface Keyword {
  readonly name: string;
  readonly description: string;
  /** Values that it takes, where they are few. */
  readonly values: readonly string[];
}

type Node = Readonly<Record<string, unknown>>;

/** Steps from the root of an entity file to a place in it. */
export type JsonPath = readonly (string | number)[];

const definitions = metaSchema.$defs as unknown as Readonly<Record<string, Node>>;

/** Follows `$ref`; what stands beside it wins. */
function resolve(node: unknown): Node {
  if (typeof node !== 'object' || node === null) return {};
  const { $ref, ...beside } = node as Node;
  if (typeof $ref !== 'string') return node as Node;
  return { ...resolve(definitions[$ref.replace('#/$defs/', '')]), ...beside };
}

function step(node: Node, part: string | number): Node | undefined {
  const branches = (node.oneOf ?? node.anyOf) as readonly unknown[] | undefined;
  for (const branch of branches ?? []) {
    const found = step(resolve(branch), part);
    if (found !== undefined) return found;
  }
  if (typeof part === 'number') return node.items === undefined ? undefined : resolve(node.items);
  const properties = node.properties as Node | undefined;
  if (properties !== undefined && Object.hasOwn(properties, part)) return resolve(properties[part]);
  return typeof node.additionalProperties === 'object' ? resolve(node.additionalProperties) : undefined;
}

function nodeAt(path: JsonPath): Node | undefined {
  let node: Node | undefined = metaSchema as unknown as Node;
  for (const part of path) node = node === undefined ? undefined : step(node, part);
  return node;
}

function valuesOf(name: string, node: Node): readonly string[] {
  if (name === 'field' && node.enum === undefined) return Object.keys(fieldTypes);
  if (Array.isArray(node.enum)) return node.enum.map(String);
  return node.type === 'boolean' ? ['true', 'false'] : [];
}

function keyword(name: string, node: Node): Keyword {
  return { name, description: String(node.description ?? ''), values: valuesOf(name, node) };
}

/** The keyword at a place: its description and values; undefined where the meta-schema knows nothing of it. */
export function keywordAt(path: JsonPath): Keyword | undefined {
  const name = path.at(-1);
  const node = nodeAt(path);
  return name === undefined || node === undefined ? undefined : keyword(String(name), node);
}

function propertiesOf(node: Node): readonly Keyword[] {
  const branches = ((node.oneOf ?? node.anyOf) as readonly unknown[] | undefined) ?? [];
  const own = Object.entries((node.properties as Node | undefined) ?? {}).map(([name, child]) =>
    keyword(name, resolve(child)),
  );
  return [...own, ...branches.flatMap((branch) => propertiesOf(resolve(branch)))];
}

/** Keywords that may stand in the object at a place. */
export function keywordsIn(path: JsonPath): readonly Keyword[] {
  const node = nodeAt(path);
  return node === undefined ? [] : propertiesOf(node);
}

/** Keywords of one part of the dialect. */
interface KeywordGroup {
  readonly title: string;
  readonly keywords: readonly Keyword[];
}

const PARTS = [
  'property',
  'items',
  'option',
  'pattern',
  'rule',
  'case',
  'reference',
  'serial',
  'recordSchema',
  'section',
  'form',
  'detail',
  'page',
  'permissions',
  'example',
] as const;

/** The whole reference: what implementers write most comes first. */
const keywordReference: readonly KeywordGroup[] = [
  ...PARTS.map((part) => ({
    title: playgroundText(`group.${part}`),
    keywords: propertiesOf(definitions[part] ?? {}),
  })),
  { title: playgroundText('group.entity'), keywords: keywordsIn([]) },
];

/** The reference narrowed to keywords whose name or description holds a text. */
export function searchKeywords(text: string): readonly KeywordGroup[] {
  const wanted = text.trim().toLowerCase();
  return keywordReference
    .map((group) => ({
      ...group,
      keywords: group.keywords.filter(({ name, description }) =>
        `${name} ${description}`.toLowerCase().includes(wanted),
      ),
    }))
    .filter(({ keywords }) => keywords.length > 0);
}
