import { request } from '../../src/api/client.ts';
import { newKey } from '../../src/api/new-key.ts';
import type { Entity } from '../../src/core/dialect/entity.generated.ts';
import { creationOf } from '../../src/core/overlay/own-entity.ts';
import type { SheetColumns } from '../../src/core/wire/design.ts';
import { fetchDesign, sendStep } from '../session/design-calls.ts';

/** What the columns of a spreadsheet would be as fields. Throws ApiError for a file that cannot be read. */
export function fetchColumns(file: File): Promise<SheetColumns> {
  const body = new FormData();
  body.append('file', file, file.name);
  return request({ method: 'POST', service: 'system', path: 'design/columns', body, quiet: true });
}

/** Makes an entity in the company's draft. Throws ApiError where it may not be. */
export async function makeEntity(area: string, entity: Entity): Promise<void> {
  const { id, seq } = await fetchDesign({ id: null, seq: 0 }, entity.entity);
  const edits = [creationOf(area, entity)];
  await sendStep({ id, seq }, { step: 'do', id: newKey(), entity: entity.entity, edits });
}
