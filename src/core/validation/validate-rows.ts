import { FaultList } from '../errors/fault-list.ts';
import type { FieldModel } from '../model/entity-model.ts';
import { joined, say } from '../text/say.ts';
import type { WireFault } from '../wire/contract.ts';
import { unknownKeyFault } from './body-keys.ts';
import { fieldPointer } from './field-pointer.ts';
import { cellState } from './field-state.ts';
import { holds, isEmptyValue, type RecordEnvironment, type RecordValues } from './record-environment.ts';
import { isClientKey, isRow, rowEnvironment } from './row-values.ts';
import { ruleMessage } from './rule-message.ts';

/** Words in front of a fault in a row: the table's name and the row's number from 1. */
export function rowTitle(field: Pick<FieldModel, 'title'>, index: number): string {
  return say('{field}第{number}行', { field: field.title, number: index + 1 });
}

function inRow(field: FieldModel, index: number, fault: WireFault): WireFault {
  return {
    ...fault,
    pointer: `${fieldPointer(field.key, index)}${fault.pointer}`,
    msg: joined(rowTitle(field, index), fault.msg),
  };
}

/**
 * Faults of type and limits of each cell, and of keys that are no columns: `/field/row/column`.
 * @param checkCell faults of a cell's value by the type and limits of its column.
 */
export function checkRows(
  field: FieldModel,
  value: unknown,
  environment: RecordEnvironment,
  checkCell: (column: FieldModel, value: unknown, environment: RecordEnvironment) => readonly WireFault[],
): readonly WireFault[] {
  if (!Array.isArray(value)) return [];
  const { columns = [] } = field;
  const known = new Set(columns.map(({ key }) => key));
  return value.flatMap((row: unknown, index) => {
    if (!isRow(row)) return [];
    const strangers = new FaultList();
    for (const key of Object.keys(row)) {
      if (known.has(key) || isClientKey(field, key)) continue;
      strangers.add(() => unknownKeyFault(key));
    }
    const cells = columns.flatMap((column) => checkCell(column, row[column.key], environment));
    return [...strangers.all, ...cells].map((fault) => inRow(field, index, fault));
  });
}

/** Faults of empty required cells and of the columns' rules, over each row. */
export function completeRows(
  field: FieldModel,
  value: unknown,
  record: RecordValues,
  environment: RecordEnvironment,
): readonly WireFault[] {
  if (!Array.isArray(value)) return [];
  const within = rowEnvironment(record, environment);
  return value.flatMap((row: unknown, index) => {
    if (!isRow(row)) return [];
    const faults = (field.columns ?? []).flatMap((column): WireFault[] => {
      const { visible, required } = cellState(column, row, record, environment);
      if (isEmptyValue(row[column.key])) {
        return required ? [{ pointer: fieldPointer(column.key), msg: joined(column.title, say('不能为空')) }] : [];
      }
      if (!visible) return [];
      return column.rules
        .filter((rule) => (!rule.when.serverOnly || environment.exists !== undefined) && !holds(rule.when, row, within))
        .map((rule) => {
          const columnAt = (key: string) => field.columns?.find((other) => other.key === key);
          return { pointer: fieldPointer(rule.at), msg: ruleMessage(rule, columnAt, row, environment) };
        });
    });
    return faults.map((fault) => inRow(field, index, fault));
  });
}
