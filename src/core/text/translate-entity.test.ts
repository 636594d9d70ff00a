import { describe, expect, it } from 'vitest';
import type { Entity } from '../dialect/entity.generated.ts';
import { entityTexts } from './text-ids.ts';
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

const texts = { 'tool.title': 'Tool', 'tool.field.name.title': 'Name', 'tool.field.state.value.使用中': 'in use' };

describe('translateEntity', () => {
  it('replaces texts and words of expressions, and keeps what has no translation', () => {
    const { title, record } = translateEntity(shipped, shipped, texts);
    expect([title, record.properties.name?.title, record.properties.state?.title]).toEqual(['Tool', 'Name', '状况']);
    expect(record.properties.state?.compute).toBe("exists('job', toolId == parent.id) ? 'in use' : '空闲'");
  });

  it('takes no sentence for another, whatever is put in front of it', () => {
    const guard = (words: string) => ({
      when: 'not isNull(name)',
      else: words,
      elseFrom: `concat('${words}：', name)`,
    });
    const remove = ['在用', '在修'].map(guard);
    const english = {
      'tool.remove.在用': 'In use',
      'tool.remove.在用.from.在用：': 'In use: ',
      'tool.remove.在修': 'In repair',
      'tool.remove.在修.from.在修：': 'In repair: ',
    };
    expect(entityTexts({ ...shipped, remove }).map(({ id }) => id)).toEqual(
      expect.arrayContaining(Object.keys(english)),
    );
    const changed = { ...shipped, remove: [guard('在校'), guard('在用'), guard('借出'), guard('在修')] };
    const told = translateEntity(changed, changed, english).remove ?? [];
    expect(told.map((one) => one.else)).toEqual(['在校', 'In use', '借出', 'In repair']);
    expect(told.map((one) => one.elseFrom)).toEqual([
      "concat('在校：', name)",
      "concat('In use: ', name)",
      "concat('借出：', name)",
      "concat('In repair: ', name)",
    ]);
  });

  it('keeps what a tenant has worded', () => {
    expect(translateEntity({ ...shipped, title: '器具' }, shipped, texts).title).toBe('器具');
  });
});
