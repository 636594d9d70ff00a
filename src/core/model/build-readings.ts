import type { Entity } from '../dialect/entity.generated.ts';
import type { BuiltFields } from './built-fields.ts';
import type { ExpressionCompiler } from './compile-expression.ts';
import type { EntityModel, FieldModel, ReadingsModel } from './entity-model.ts';

type Part = 'tag' | 'source' | 'value' | 'quality' | 'time';

/** What each part has to be, by its field type, and in words. */
const PARTS: Readonly<Record<Part, readonly [types: readonly string[], named: string]>> = {
  tag: [['input'], '一行文本（input）'],
  source: [['select', 'radio'], '选项（select、radio）'],
  value: [['number'], '数值（number）'],
  quality: [['select', 'radio'], '选项（select、radio）'],
  time: [['date'], '日期时间（date，format 为 date-time）'],
};

/** Parts that the platform writes. */
const WRITTEN: readonly Part[] = ['value', 'quality', 'time'];

/** Where values of sensors belong; what cannot hold them is reported. */
export function buildReadings(
  entity: Entity,
  built: BuiltFields,
  { sink }: ExpressionCompiler,
): Pick<EntityModel, 'readings'> {
  const { readings } = entity;
  if (readings === undefined) return {};
  if ((entity.scope ?? 'tenant') !== 'tenant') {
    sink.error(['readings'], '实时数据只能属于企业自己的记录', '删去 readings，或把 scope 改为 tenant');
  }
  const found: Partial<Record<Part, FieldModel>> = {};
  for (const part of Object.keys(PARTS) as Part[]) {
    const field = built.field.get(readings[part]);
    if (field === undefined) continue;
    const [types, named] = PARTS[part];
    const fits = types.includes(field.type.type) && !field.base && !field.computed && !field.multiple;
    const isMoment = part !== 'time' || field.property.format === 'date-time';
    if (!fits || !isMoment) sink.error(['readings', part], `“${field.title}”不能用在这里`, `改为${named}字段`);
    else if (WRITTEN.includes(part) && field.property.disabledWhen !== 'true') {
      const fix = '写上 "disabledWhen": "true"';
      sink.error(['readings', part], `“${field.title}”由实时数据写入，不能由人填写`, fix);
    } else found[part] = field;
  }
  const { tag, source, value, quality, time } = found;
  if (tag !== undefined && !isUnique(entity, readings.tag)) {
    sink.error(['readings', 'tag'], `“${tag.title}”可以重复，分不清是谁的数据`, `在 unique 里写上 ["${readings.tag}"]`);
  }
  if (tag === undefined || source === undefined || value === undefined) return {};
  if (quality === undefined || time === undefined) return {};
  const model: ReadingsModel = { tag, source, value, quality, time, states: readings.states };
  return { readings: model };
}

function isUnique({ unique = {} }: Entity, tag: string): boolean {
  return Object.values(unique).some(
    ({ fields, where }) => where === undefined && fields.length === 1 && fields[0] === tag,
  );
}
