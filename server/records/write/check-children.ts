import { say } from '../../../src/core/text/say.ts';
import { fieldPointer } from '../../../src/core/validation/field-pointer.ts';
import { withModel } from '../call/entity-call.ts';
import type { Reading } from '../call/ports.ts';
import { prepareEnvironment } from '../call/prepare-environment.ts';
import { readRowsOf } from '../call/read-rows.ts';
import type { Row } from '../call/record-row.ts';
import { savedChildren } from '../read/child-call.ts';
import { checkRecord } from './check-record.ts';
import { within } from './new-record.ts';

/**
 * Checks all rows below a record that leaves its draft: what was only a draft with it must be whole now. The rows are
 * none of the call, so that each fault names its own.
 */
export async function checkChildren(tx: Reading, id: string, values: Row): Promise<void> {
  for (const model of savedChildren(tx.call)) {
    const child = withModel(tx, model);
    const rows = await readRowsOf(child, model, {
      below: { field: model.parent?.field ?? '', id },
      labels: true,
    });
    for (const [index, row] of rows.entries()) {
      const state = typeof row.status === 'string' ? model.states[row.status] : undefined;
      if (state?.draft === true) continue;
      const name = row[`${model.label}Label`] ?? row[model.label];
      const check = async () => {
        const environment = await prepareEnvironment(child, row, { others: { parent: values } });
        await checkRecord(child, { id: String(row.id), values: row, changed: [] }, environment, 'complete');
        await checkChildren(child, String(row.id), row);
      };
      const { title } = model;
      await within(fieldPointer(model.key, index), check, (message) =>
        typeof name === 'string' && name !== '' ? say('{title}“{name}”：{message}', { title, name, message }) : message,
      );
    }
  }
}
