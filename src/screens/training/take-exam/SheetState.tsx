import type { WireRecord } from '../../../core/wire/contract.ts';
import { useEntityPage } from '../../../runtime/EntityContext.ts';
import { StatusTag } from '../../../ui/StatusTag.tsx';

/** The state of a sheet as its entity names and colours it. */
export function SheetState({ record }: { readonly record: WireRecord }) {
  const { page } = useEntityPage();
  const state = page.model.states[String(record.status)];
  return <StatusTag text={state?.title ?? ''} color={state?.color} />;
}
