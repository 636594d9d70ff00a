import { describe, expect, it } from 'vitest';
import type { Entity } from '../dialect/entity.generated.ts';
import { translateEntity } from './translate-entity.ts';

const shipped: Entity = {
  dialect: 1,
  entity: 'tool',
  title: '工具',
  api: { service: 'safety', base: 'tool' },
  record: {
    type: 'object',
    properties: {
      name: { title: '名称', field: 'input', type: 'string' },
      state: {
        title: '状况',
        field: 'calculate',
        type: 'string',
        compute: "exists('job', toolId == parent.id) ? '使用中' : '空闲'",
      },
    },
  },
};

const texts = { 'tool.title': 'Tool', 'tool.field.name.title': 'Name', 'tool.field.state.value.0': 'in use' };

describe('translateEntity', () => {
  it('replaces texts and words of expressions, and keeps what has no translation', () => {
    const { title, record } = translateEntity(shipped, shipped, texts);
    expect([title, record.properties.name?.title, record.properties.state?.title]).toEqual(['Tool', 'Name', '状况']);
    expect(record.properties.state?.compute).toBe("exists('job', toolId == parent.id) ? 'in use' : '空闲'");
  });

  it('keeps what a tenant has worded', () => {
    expect(translateEntity({ ...shipped, title: '器具' }, shipped, texts).title).toBe('器具');
  });
});
