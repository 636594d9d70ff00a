import { Button } from 'antd';
import { permittedActions } from '../../compile/toolbar/compile-toolbar.ts';
import type { WireRecord } from '../../core/wire/contract.ts';
import { useLoaded } from '../../field-types/use-loaded.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LoadingDelay } from '../../ui/LoadingDelay.tsx';
import { PageContainer } from '../../ui/PageContainer.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { useActions } from '../actions/ActionsProvider.tsx';
import { fetchRecords } from '../calls/entity-calls.ts';
import { useEntityPage } from '../EntityContext.ts';
import { runtimeText } from '../text.ts';
import { DetailPage } from './DetailPage.tsx';

/** The one record of the tenant, or the way to make it. */
export function SinglePage() {
  const { page, can, changes } = useEntityPage();
  const { run } = useActions();
  const read = useLoaded<WireRecord | null>(`${page.page.code}/${changes}`, async (signal) => {
    const query = { page: page.page.code, current: 1, size: 1 };
    const { records } = await fetchRecords(page.model, query, { signal, quiet: true });
    return records[0] ?? null;
  });
  if (read.data) return <DetailPage id={read.data.id} single />;
  const add = permittedActions(page.toolbar.toolbar, can).find((plan) => plan.kind === 'add');
  return (
    <>
      <PageHeader title={page.page.title} />
      <PageContainer>
        {read.error !== undefined ? (
          <ErrorState title={runtimeText('detail.failed')} message={read.error} onRetry={read.retry} />
        ) : (
          <LoadingDelay loading={read.data === undefined} rows={8}>
            <EmptyState
              title={runtimeText('list.empty', { title: page.model.title })}
              action={
                add && (
                  <Button type="primary" onClick={() => run(add, [])}>
                    {add.title}
                  </Button>
                )
              }
            />
          </LoadingDelay>
        )}
      </PageContainer>
    </>
  );
}
