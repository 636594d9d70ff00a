import { readFile } from 'node:fs/promises';
import { compile } from 'json-schema-to-typescript';
import type { Entity, Property } from '../../src/core/dialect/entity.generated.ts';
import { withoutAuthored } from '../../src/core/dialect/resolve/authored-form.ts';
import { baseProperties } from '../../src/core/model/base-fields.ts';
import { entityFile } from '../../src/core/model/model-world.ts';

const banner = (source: string) => `/* Generated from ${source} by \`npm run metadata -- types\`. Do not edit. */`;

const style = { singleQuote: true, printWidth: 120 } as const;

type Schema = Parameters<typeof compile>[0];

/** Drops what stands beside a `$ref`, so that one definition gives one type instead of a numbered copy for each use. */
function bareReferences(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(bareReferences);
  if (node === null || typeof node !== 'object') return node;
  // Marks say nothing of a value's form.
  const entries = Object.entries(node).filter(([key]) => !key.startsWith('x-'));
  const reference = entries.find(([key]) => key === '$ref');
  if (reference) return { $ref: reference[1] };
  // Without a type the generator would say "any object" where any value at all is meant.
  if (entries.length === 1 && typeof entries[0]?.[1] === 'string' && entries[0][0] === 'description') {
    return { description: entries[0][1], tsType: 'unknown' };
  }
  if (isOpenObject(entries)) return { ...node, tsType: 'Record<string, unknown>' };
  return Object.fromEntries(entries.map(([key, value]) => [key, bareReferences(value)]));
}

/** An object of which nothing is said: a record of an example, options of a foreign field type. */
function isOpenObject(entries: readonly [string, unknown][]): boolean {
  const isObject = entries.some(([key, value]) => key === 'type' && value === 'object');
  return isObject && entries.every(([key]) => key === 'type' || key === 'description');
}

/** TypeScript types of a meta-schema file, named by its `title` and `$defs`; `source` is how the banner names it. */
export async function generateMetaTypes(file: string, source: string): Promise<string> {
  const schema = bareReferences(withoutAuthored(JSON.parse(await readFile(file, 'utf8')))) as { title: string };
  return compile(schema as Schema, schema.title, {
    bannerComment: banner(source),
    additionalProperties: false,
    ignoreMinAndMaxItems: true,
    style,
  });
}

/**
 * TypeScript type of an entity's records as the API answers them: its fields, null where empty, and the base fields.
 * Fields that are required stay so; before a draft is submitted they may still be null.
 */
export async function generateRecordTypes(entity: Entity, area: string): Promise<string> {
  const required = new Set(entity.record.required ?? []);
  const own = Object.entries(entity.record.properties).filter(([, property]) => property.writeOnly !== true);
  const base = Object.entries(baseProperties(entity));
  const properties = Object.fromEntries([
    ...base.map(([key, property]) => [key, { ...plain(property), description: property.title }]),
    ...own.map(([key, property]) => [key, described(property, required.has(key))]),
  ]);
  const name = `${entity.entity.charAt(0).toUpperCase()}${entity.entity.slice(1)}Record`;
  const schema = {
    description: `${entity.title}：一条记录`,
    type: 'object',
    additionalProperties: false,
    required: Object.keys(properties),
    properties,
  };
  return compile(schema as Schema, name, {
    bannerComment: banner(entityFile(area, entity.entity)),
    additionalProperties: false,
    ignoreMinAndMaxItems: true,
    style,
  });
}

function described(property: Property, required: boolean): unknown {
  const { description, hint, title } = property;
  const text = [title, hint, description].filter((part) => part !== undefined).join('。');
  const schema = plain(property);
  return required ? { ...schema, description: text } : { description: text, anyOf: [schema, { type: 'null' }] };
}

/** The JSON Schema within a property: what the dialect adds is left out. */
function plain(property: Property): Record<string, unknown> {
  if (property.field === 'upload') {
    const text = { type: 'string' };
    const file = {
      type: 'object',
      additionalProperties: false,
      required: ['attachId', 'name', 'originalName', 'link'],
      properties: { attachId: text, name: text, originalName: text, link: text },
    };
    return { type: 'array', items: file };
  }
  if (property.options !== undefined && property.type === 'string') {
    return { type: 'string', enum: Object.keys(property.options) };
  }
  if (property.type !== 'array') {
    // A JSON value of any form, not an object without keys.
    return property.type === 'object' ? { tsType: 'Record<string, unknown>' } : { type: property.type };
  }
  const columns = property.items?.properties;
  if (columns === undefined) return { type: 'array', items: { type: property.items?.type ?? 'string' } };
  const required = new Set(property.items?.required ?? []);
  return {
    type: 'array',
    items: {
      type: 'object',
      additionalProperties: false,
      required: [...required],
      properties: Object.fromEntries(
        Object.entries(columns).map(([key, column]) => [key, described(column, required.has(key))]),
      ),
    },
  };
}
