import type { WireRecord } from '../../core/wire/contract.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LoadingDelay } from '../../ui/LoadingDelay.tsx';
import { PageContainer } from '../../ui/PageContainer.tsx';
import { useEntityPage } from '../EntityContext.ts';
import { childKeys, childPage, sortedRows } from '../model/child-page.ts';
import { runtimeText } from '../text.ts';
import { ChildTable } from './ChildTable.tsx';
import { type ChildRows, ChildTasks } from './ChildTasks.tsx';
import { rowsOf } from './child-rows.ts';
import { flowText } from './text.ts';
import { useWithChildren } from './useWithChildren.ts';
import './flow.css';

/** The rows that belong to a record: one table for each child entity that has some, or to which some can be added. */
export function ChildTables({ record }: { record: WireRecord }) {
  const { page } = useEntityPage();
  const keys = childKeys(page);
  const { wanted, read } = useWithChildren(record, keys.length > 0);
  if (!wanted) return null;
  const failed = read.error !== undefined && (
    <PageContainer>
      <ErrorState
        title={flowText('child.failed', { title: runtimeText('detail.history') })}
        message={read.error}
        onRetry={read.retry}
      />
    </PageContainer>
  );
  const full = read.data;
  if (full === undefined) {
    return (
      failed || (
        <PageContainer>
          <LoadingDelay loading rows={3} />
        </PageContainer>
      )
    );
  }
  const tables = keys.flatMap((key): readonly ChildRows[] => {
    const child = childPage(page, key);
    const rows = rowsOf(full, key);
    return child === undefined || rows === undefined ? [] : [{ child, rows: sortedRows(child, rows) }];
  });
  // What was read before stays beside a failure: somebody may be signing one of the rows.
  return (
    <>
      <ChildTasks parent={full} tables={tables} />
      {failed}
      {tables.map(({ child, rows }) => (
        <ChildTable key={child.model.key} child={child} parent={full} rows={rows} />
      ))}
    </>
  );
}
