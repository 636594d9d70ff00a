import { readFileSync } from 'node:fs';
import type { Entity } from '../../src/core/dialect/entity.generated.ts';
import { fieldTypes } from '../../src/field-types/definitions.ts';

interface Node {
  readonly $ref?: string;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Node>>;
  readonly items?: Node;
  readonly additionalProperties?: Node | boolean;
  readonly oneOf?: readonly Node[];
}

const metaSchema = JSON.parse(readFileSync('schemas/meta/entity.schema.json', 'utf8')) as {
  readonly $defs: Readonly<Record<string, Node>>;
};

/** Keywords that no example needs to show, each with the reason. */
const EXEMPT: Readonly<Record<string, string>> = {
  'property.rollup':
    'counts records of another entity, which an example does not have; the chapter on roll-ups shows two',
  'property.props': 'options of field types that are added from outside; the shipped types take none',
  'fieldRight.steps': 'rights at approval steps are known to the server alone, which tells them with each record',
  'property.by': 'server rules are files of the server, which no example carries',
  'property.by=rules': 'server rules are files of the server, which no example carries',
  'statistics.blockDefaults': 'are put into each block before anything else reads the file; statistics writes them',
  'statistics.measureDefaults': 'are put into each figure before anything else reads the file; statistics writes them',
  'property.worded': 'wordings in several languages are written and read by the server alone',
};

/** Where the walk begins: what describes a field, a section, a form, statistics. */
const PARTS = ['recordSchema', 'form', 'detail', 'permissions', 'statistics'] as const;

/** Definitions that say how a value is written, not what a keyword means; people are shown where steps name them. */
const PLAIN = ['actor', 'expression', 'text', 'key', 'optionKey', 'code', 'dictCode', 'scalar', 'scopeName'];

/** Enumerations of what a server keeps, or of names that no form shows. */
const VALUES_OF_NO_INTEREST = ['recordSchema.type', 'items.type', 'permissions.scope'];

/** What the meta-schema knows of fields, sections and forms and none of the examples uses; sorted by name. */
export function missingCoverage(entities: readonly Entity[]): readonly string[] {
  const wanted = wantedNames();
  const used = new Set<string>();
  for (const entity of entities) {
    collect(metaSchema.$defs.recordSchema, entity.record, 'recordSchema', used);
    collect(metaSchema.$defs.form, entity.form, 'form', used);
    collect(metaSchema.$defs.detail, entity.detail, 'detail', used);
    collect(metaSchema.$defs.permissions, entity.permissions, 'permissions', used);
    collect(metaSchema.$defs.statistics, entity.statistics, 'statistics', used);
  }
  return [...wanted].filter((name) => !used.has(name) && !Object.hasOwn(EXEMPT, name)).sort();
}

function wantedNames(): ReadonlySet<string> {
  const wanted = new Set(Object.keys(fieldTypes).map((type) => `field type ${type}`));
  const seen = new Set<string>();
  const walk = (node: Node | undefined, part: string): void => {
    const name = definitionOf(node);
    if (name !== undefined) {
      if (PLAIN.includes(name) || seen.has(name)) return;
      seen.add(name);
      walk(metaSchema.$defs[name], name);
      return;
    }
    for (const [key, child] of Object.entries(node?.properties ?? {})) {
      wanted.add(`${part}.${key}`);
      if (Object.hasOwn(EXEMPT, `${part}.${key}`)) continue;
      for (const value of enumOf(child)) {
        if (!VALUES_OF_NO_INTEREST.includes(`${part}.${key}`)) wanted.add(`${part}.${key}=${String(value)}`);
      }
      walk(child, part);
    }
    for (const child of childrenOf(node)) walk(child, part);
  };
  for (const part of PARTS) {
    seen.add(part);
    walk(metaSchema.$defs[part], part);
  }
  // Row scopes are the server's alone: no form shows them.
  wanted.delete('permissions.scope');
  wanted.delete('permissions.where');
  return wanted;
}

function definitionOf(node: Node | undefined): string | undefined {
  return node?.$ref?.replace('#/$defs/', '');
}

function enumOf(node: Node): readonly unknown[] {
  const name = definitionOf(node);
  return node.enum ?? (name === undefined ? [] : (metaSchema.$defs[name]?.enum ?? []));
}

function childrenOf(node: Node | undefined): readonly Node[] {
  const { items, additionalProperties, oneOf = [] } = node ?? {};
  return [items, typeof additionalProperties === 'object' ? additionalProperties : undefined, ...oneOf].filter(
    (child): child is Node => child !== undefined,
  );
}

/** Notes every keyword and value that a piece of a file uses. */
function collect(node: Node | undefined, value: unknown, part: string, used: Set<string>): void {
  const name = definitionOf(node);
  if (name !== undefined) {
    collect(metaSchema.$defs[name], value, name, used);
    return;
  }
  if (Array.isArray(value)) {
    for (const item of value) for (const child of childrenOf(node)) collect(child, item, part, used);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [key, item] of Object.entries(value)) {
    const child =
      node?.properties !== undefined && Object.hasOwn(node.properties, key) ? node.properties[key] : undefined;
    if (child === undefined) {
      for (const other of childrenOf(node)) collect(other, item, part, used);
      continue;
    }
    used.add(`${part}.${key}`);
    if (typeof item !== 'object') used.add(`${part}.${key}=${String(item)}`);
    if (part === 'property' && key === 'field') used.add(`field type ${String(item)}`);
    collect(child, item, part, used);
  }
}
