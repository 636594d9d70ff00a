import { useMemo } from 'react';
import { useAccess } from '../../api/access.ts';
import { menuLeaves } from '../../api/menu-tree.ts';
import type { DetailStatistics as Placed } from '../../core/dialect/entity.generated.ts';
import type { WireRecord } from '../../core/wire/contract.ts';
import { rememberLabel } from '../../field-types/known-labels.ts';
import { PageContainer } from '../../ui/PageContainer.tsx';
import { useEntityPage } from '../EntityContext.ts';
import { recordName } from '../model/record-view.ts';
import { usePageModel } from '../usePageModel.ts';
import { BlockGroup } from './BlockGroup.tsx';

/** Statistics of the records that refer to this one, in the blocks that its metadata names and this person may see. */
export function DetailStatistics({ record }: { record: WireRecord }) {
  const { page } = useEntityPage();
  const menu = useAccess((state) => state.menu);
  const codes = new Set(menuLeaves(menu).map(({ code }) => code));
  const placed = page.metadata.entity.statistics?.details ?? {};
  return Object.entries(placed)
    .filter(([, { page: code }]) => codes.has(code))
    .map(([key, one]) => <PlacedBlock key={key} placed={one} record={record} />);
}

function PlacedBlock({ placed, record }: { placed: Placed; record: WireRecord }) {
  const { page: own, changes } = useEntityPage();
  // What cannot be loaded is left out: the record itself is what the page is about.
  const { page } = usePageModel(placed.page);
  const keys = useMemo(() => [placed.block], [placed.block]);
  const narrowing = useMemo(
    () => ({ filters: { [placed.field]: [record.id] }, matches: {}, keyword: '' }),
    [placed.field, record.id],
  );
  if (page === undefined) return null;
  rememberLabel(own.model.key, record.id, recordName(own, record));
  return (
    <PageContainer>
      <BlockGroup page={page} keys={keys} narrowing={narrowing} changes={changes} />
    </PageContainer>
  );
}
