import type { WireRecord } from '../../core/wire/contract.ts';
import { useLoaded } from '../../field-types/use-loaded.ts';
import { callOperation, operationOf } from '../calls/entity-calls.ts';
import { useEntityPage } from '../EntityContext.ts';

/** Reads a record with the rows below it and what the person may do with them, again whenever it changes. */
export function useWithChildren(record: WireRecord, when: boolean) {
  const { page, changes } = useEntityPage();
  const { model } = page;
  const detail = operationOf(model, 'detail');
  const wanted = when && detail !== undefined;
  const read = useLoaded(wanted ? `${model.key}/${record.id}/${record.version}/${changes}` : undefined, (signal) =>
    callOperation(
      model,
      detail as NonNullable<typeof detail>,
      { id: record.id, with: 'children' },
      { page: page.page.code, signal, quiet: true },
    ),
  );
  return { wanted, read };
}
