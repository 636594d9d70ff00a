import type { Effect } from '../dialect/entity.generated.ts';
import { childrenOf } from '../model/build-child.ts';
import { reportUnknown } from '../model/compile-expression.ts';
import { mayBeCopied } from '../model/copied-fields.ts';
import type { CopyStep } from '../model/entity-model.ts';
import type { PlacedEffect } from './effect-verb.ts';

/** What a created record copies of this one; what cannot be copied is reported. */
export function buildCopy(effect: PlacedEffect, copy: NonNullable<Effect['copy']>): CopyStep {
  const { world, entity, built, compiler, source, path } = effect;
  const { sink } = compiler;
  if (source.create !== entity.entity) {
    sink.error([...path, 'copy'], '复制只能生成本实体的记录', `把 create 改为 ${entity.entity}，或去掉 copy`);
  }
  if (source.from !== undefined) {
    sink.error([...path, 'copy'], '由库中的行生成的记录不能同时复制本记录', '去掉 copy 或 from');
  }
  for (const [index, key] of (copy.fields ?? []).entries()) {
    const field = built.field.get(key);
    if (field === undefined || mayBeCopied(field)) continue;
    sink.error(
      [...path, 'copy', 'fields', index],
      `“${field.title}”不能复制：签名、编号、算出的值和平台字段不随记录走`,
      '去掉这个字段，或在 values 里写出它的新值',
    );
  }
  const children = childrenOf(world, entity);
  for (const [index, key] of (copy.rows ?? []).entries()) {
    if (!children.includes(key)) reportUnknown(sink, [...path, 'copy', 'rows', index], '子实体', key, children);
  }
  return { fields: copy.fields, rows: (copy.rows ?? []).filter((key) => children.includes(key)) };
}
