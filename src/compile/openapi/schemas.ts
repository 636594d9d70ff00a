import type { EntityModel } from '../../core/model/entity-model.ts';
import { withOverrideProperties } from '../../core/model/override-properties.ts';
import type { Json } from './calls.ts';

/** Names a schema of the document. */
export const reference = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });

/** Answers of printing and exports, and files of imports. */
export const BINARY: Json = { type: 'string', format: 'binary' };

const FAULT: Json = {
  type: 'object',
  required: ['pointer', 'msg'],
  properties: { pointer: { type: 'string', description: 'JSON 指针' }, msg: { type: 'string' } },
};

/** Schemas that calls of all entities have in common. */
export const SHARED_SCHEMAS: Readonly<Record<string, Json>> = {
  Fault: FAULT,
  Failure: {
    type: 'object',
    required: ['code', 'success', 'msg'],
    properties: {
      code: { type: 'integer', description: '与HTTP状态相同' },
      success: { const: false },
      data: {},
      msg: { type: 'string' },
      errors: { type: 'array', items: reference('Fault') },
    },
  },
  Choice: {
    type: 'object',
    required: ['id', 'label'],
    properties: {
      id: { type: 'string' },
      label: { type: 'string' },
      detail: { type: 'string' },
      parentId: { type: ['string', 'null'] },
    },
  },
  DictionaryEntry: {
    type: 'object',
    required: ['dictKey', 'dictValue'],
    properties: {
      dictKey: { type: 'string' },
      dictValue: { type: 'string' },
      sort: { type: 'number' },
      color: { type: 'string' },
    },
  },
};

/** The record as the entity's file says it, with the base fields; labels and abilities come besides. */
export function recordSchema(model: EntityModel): Json {
  const base = model.fields.filter((field) => field.base);
  return {
    title: model.title,
    ...model.source.record,
    properties: {
      ...withOverrideProperties(model.source.record.properties),
      ...Object.fromEntries(base.map((field) => [field.key, { ...field.property, readOnly: true }])),
      abilities: { type: 'object', readOnly: true, additionalProperties: { type: 'boolean' } },
    },
  };
}

/** What a save takes: any part of the record; absent is unchanged, null is cleared. */
export function patchSchema(model: EntityModel, keys?: readonly string[]): Json {
  const fields = model.fields.filter(
    (field) => !field.base && !field.computed && (keys === undefined || keys.includes(field.key)),
  );
  const pointers = fields.map((field): [string, Json] => [
    field.key,
    { anyOf: [reference(`${model.key}/properties/${field.key}`), { type: 'null' }] },
  ]);
  return {
    type: 'object',
    properties: {
      id: { type: 'string', description: '修改时的编号' },
      version: { type: 'integer', description: '修改时读到的版本' },
      ...Object.fromEntries(pointers),
    },
  };
}
