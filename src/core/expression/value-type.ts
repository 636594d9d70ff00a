/**
 * The static type of an expression.
 *
 * - `date` is text `YYYY-MM-DD`, `dateTime` text `YYYY-MM-DD HH:mm:ss`, zoneless wall time of the tenant, and `time`
 *   text `HH:mm:ss` in evaluation; in SQL they are date, timestamptz and time.
 * - `duration` is what `days(3)` gives; it can only be added to or taken from a date.
 * - `{record}` has members (`me`, `old`, `row`, `parent`); `{rows}` is a sub-table, only aggregates take it.
 * - `place` is a point `{lng, lat}` in degrees; only `distance` looks into it.
 * - `object` is a value that expressions can only test for null (an upload, an area on the map).
 */
export type ValueType =
  | 'text'
  | 'number'
  | 'boolean'
  | 'date'
  | 'dateTime'
  | 'time'
  | 'duration'
  | 'null'
  | 'place'
  | 'object'
  | { readonly list: ValueType }
  | { readonly record: string }
  | { readonly rows: string };

const TITLES: Record<Extract<ValueType, string>, string> = {
  text: '文本',
  number: '数值',
  boolean: '是否',
  date: '日期',
  dateTime: '日期时间',
  time: '时间',
  duration: '时长',
  null: '空值',
  place: '坐标',
  object: '对象',
};

/** The type's Chinese name for messages: `日期`, `文本列表`. */
export function describeType(type: ValueType): string {
  if (typeof type === 'string') return TITLES[type];
  if ('list' in type) return type.list === 'null' ? '空列表' : `${describeType(type.list)}列表`;
  return 'record' in type ? `记录 ${type.record}` : `子表 ${type.rows}`;
}

export function isListType(type: ValueType): type is { readonly list: ValueType } {
  return typeof type === 'object' && 'list' in type;
}

export function isRowsType(type: ValueType): type is { readonly rows: string } {
  return typeof type === 'object' && 'rows' in type;
}

export function isRecordType(type: ValueType): type is { readonly record: string } {
  return typeof type === 'object' && 'record' in type;
}

function sameType(left: ValueType, right: ValueType): boolean {
  if (typeof left === 'string' || typeof right === 'string') return left === right;
  if (isListType(left)) return isListType(right) && sameType(left.list, right.list);
  if (isRowsType(left)) return isRowsType(right) && left.rows === right.rows;
  return isRecordType(right) && left.record === right.record;
}

/** The type both fit, where null fits every type; undefined when there is none. */
export function unifyTypes(left: ValueType, right: ValueType): ValueType | undefined {
  if (left === 'null') return right;
  if (right === 'null') return left;
  if (isListType(left) && isListType(right)) {
    const list = unifyTypes(left.list, right.list);
    return list === undefined ? undefined : { list };
  }
  return sameType(left, right) ? left : undefined;
}
