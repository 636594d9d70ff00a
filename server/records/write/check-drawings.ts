import { invalidInput } from '../../../src/core/errors/catalogue.ts';
import type { FieldModel } from '../../../src/core/model/entity-model.ts';
import { joined, say } from '../../../src/core/text/say.ts';
import { fieldPointer } from '../../../src/core/validation/field-pointer.ts';
import { isRow } from '../../../src/core/validation/row-values.ts';
import { rowTitle } from '../../../src/core/validation/validate-rows.ts';
import type { WireFault } from '../../../src/core/wire/contract.ts';
import { judgeDrawing } from '../../files/pictures/judge-picture.ts';
import type { Row } from '../call/record-row.ts';
import type { ReferenceOrigin } from '../read/check-references.ts';

/** A drawing with the place that holds it, called as faults call it. */
interface HeldDrawing {
  readonly image: string;
  readonly pointer: string;
  readonly title: string;
}

/** The drawings of a field: its own, or those of its rows. */
function drawingsOf(field: FieldModel, value: unknown): HeldDrawing[] {
  const image = field.type.drawing?.(value);
  if (image !== undefined) return [{ image, pointer: fieldPointer(field.key), title: field.title }];
  const columns = (field.columns ?? []).filter((column) => column.type.drawing !== undefined);
  if (columns.length === 0 || !Array.isArray(value)) return [];
  return value.flatMap((row: unknown, index) =>
    columns.flatMap((column) =>
      drawingsOf(column, isRow(row) ? row[column.key] : undefined).map((held) => ({
        ...held,
        pointer: `${fieldPointer(field.key, index)}${held.pointer}`,
        title: joined(rowTitle(field, index), held.title),
      })),
    ),
  );
}

/** Refuses drawings that a person sent and nobody can have written. Those that the record holds already stay. */
export async function drawingFaults({
  values,
  changed,
  before = {},
  given,
}: { readonly values: Row; readonly changed: readonly FieldModel[] } & ReferenceOrigin): Promise<WireFault[]> {
  const faults: WireFault[] = [];
  for (const field of changed) {
    if (given?.has(field.key) !== true) continue;
    const kept = new Set(drawingsOf(field, before[field.key]).map(({ image }) => image));
    for (const { image, pointer, title } of drawingsOf(field, values[field.key])) {
      const refusal = kept.has(image) ? undefined : await judgeDrawing(image);
      if (refusal !== undefined)
        faults.push({ pointer, msg: say('{field}：{message}', { field: title, message: refusal }) });
    }
  }
  return faults;
}

/** Refuses a signature under a decision, a PNG as data address, that nobody can have written. */
export async function checkDrawing(image: string, pointer: string): Promise<void> {
  const refusal = await judgeDrawing(image);
  if (refusal !== undefined) throw invalidInput([{ pointer, msg: refusal }]);
}
