import { PlusOutlined, TableOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { type ReactNode, Suspense, useMemo, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useAccess } from '../../api/access.ts';
import { menuLeaves } from '../../api/menu-tree.ts';
import { permittedActions } from '../../compile/toolbar/compile-toolbar.ts';
import type { Related as RelatedList } from '../../core/dialect/entity.generated.ts';
import type { WirePage, WireRecord } from '../../core/wire/contract.ts';
import { rememberLabel } from '../../field-types/known-labels.ts';
import { useLoaded } from '../../field-types/use-loaded.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LoadingDelay } from '../../ui/LoadingDelay.tsx';
import { lazyPiece } from '../../ui/lazy-piece.tsx';
import { PageContainer } from '../../ui/PageContainer.tsx';
import { ActionsProvider } from '../actions/ActionsProvider.tsx';
import { fetchRecords, operationOf } from '../calls/entity-calls.ts';
import { EntityContextProvider, type EntityPageContext, useEntityPage } from '../EntityContext.ts';
import { RecordScope } from '../flow/RecordScope.tsx';
import { flowText } from '../flow/text.ts';
import type { FormState } from '../form/RecordForm.tsx';
import { recordName } from '../model/record-view.ts';
import { runtimeText } from '../text.ts';
import { usePageModel } from '../usePageModel.ts';
import type { Entering } from './BesideForm.tsx';
import { MOST_RECORDS } from './grid/most-records.ts';
import { RelatedTable } from './RelatedTable.tsx';
import { startOf, takesStart } from './related-start.ts';

// Formily comes only when a form is opened.
const BesideForm = lazyPiece(
  () => import('./BesideForm.tsx').then((module) => module.BesideForm),
  ({ onClose }) => onClose(),
);

const RelatedGrid = lazyPiece(() => import('./grid/RelatedGrid.tsx').then((module) => module.RelatedGrid));

/** Rows of a list below a record; the rest is seen on the page itself. */
const SIZE = 10;

/** Records that refer to this one, in the lists that its metadata names and this person has the page of. */
export function RelatedLists({ record }: { record: WireRecord }) {
  const { page } = useEntityPage();
  const related = page.metadata.entity.detail?.related;
  const leaves = useAccess((state) => state.menu);
  if (related === undefined) return null;
  const paths = new Map(menuLeaves(leaves).map((leaf) => [leaf.code, leaf.path]));
  return Object.entries(related).map(([key, list]) => {
    const base = paths.get(list.page);
    return base === undefined ? null : <RelatedPart key={key} list={list} base={base} record={record} />;
  });
}

interface RelatedProps {
  readonly list: RelatedList;
  /** Path of the page of the listed records. */
  readonly base: string;
  readonly record: WireRecord;
}

function RelatedPart(props: RelatedProps) {
  const { list, record } = props;
  const outer = useEntityPage();
  const { page, failure, retry } = usePageModel(list.page);
  if (failure !== undefined && failure.kind !== 'failed') return null;
  if (failure !== undefined) {
    return (
      <PageContainer>
        <ErrorState title={flowText('child.failed', { title: list.title })} message={failure.message} onRetry={retry} />
      </PageContainer>
    );
  }
  if (page === undefined || operationOf(page.model, 'page') === undefined) return null;
  return (
    <RecordScope code={list.page} otherwise={null}>
      <Beside outer={outer} list={list}>
        <ActionsProvider>
          <Rows {...props} name={recordName(outer.page, record)} />
        </ActionsProvider>
      </Beside>
    </RecordScope>
  );
}

interface BesideProps {
  readonly outer: EntityPageContext;
  readonly list: RelatedList;
  readonly children: ReactNode;
}

/**
 * What is done to a listed record may show in the record above it too: both are read again. Where the list says so its
 * records are entered in a panel over this page rather than at an address of theirs.
 */
function Beside({ outer, list, children }: BesideProps) {
  const inner = useEntityPage();
  const [entering, enter] = useState<Entering>();
  const { changes, changed } = outer;
  const context = useMemo((): EntityPageContext => {
    const open: EntityPageContext['open'] = (screen, options) => {
      if (screen.kind === 'edit') enter({ id: screen.id });
      else if (screen.kind === 'add') enter({ initial: (options?.state as FormState | undefined)?.initial });
      else inner.open(screen, options);
    };
    return { ...inner, changes, changed, ...(list.form === 'beside' ? { open } : {}) };
  }, [inner, changes, changed, list.form]);
  return (
    <EntityContextProvider value={context}>
      {children}
      {entering && (
        <Suspense fallback={null}>
          <BesideForm entering={entering} onClose={() => enter(undefined)} />
        </Suspense>
      )}
    </EntityContextProvider>
  );
}

function Rows({ list, base, record, name }: RelatedProps & { readonly name: string }) {
  const { page, changes, can, me, open } = useEntityPage();
  const { pathname, search } = useLocation();
  const { model } = page;
  const [isGrid, setGrid] = useState(false);
  const size = isGrid ? MOST_RECORDS : SIZE;
  const from = `${pathname}${search}`;
  const mayAdd = useMemo(
    () =>
      permittedActions(page.toolbar.toolbar, can).some(({ kind }) => kind === 'add') &&
      takesStart(page, list.field, record.id, me),
    [page, can, me, list.field, record.id],
  );
  // What is entered in place stays as it is while rows of it are saved.
  const read = useLoaded<WirePage<WireRecord>>(
    `related/${list.page}/${list.field}/${record.id}/${isGrid ? 'grid' : changes}/${page.metadata.revision}`,
    (signal) =>
      fetchRecords(model, { [list.field]: record.id, current: 1, size }, { page: list.page, signal, quiet: true }),
  );
  if (read.error !== undefined) {
    return (
      <PageContainer>
        <ErrorState title={flowText('child.failed', { title: list.title })} message={read.error} onRetry={read.retry} />
      </PageContainer>
    );
  }
  if (read.data === undefined) {
    return (
      <PageContainer>
        <LoadingDelay loading rows={3} />
      </PageContainer>
    );
  }
  const { records, total } = read.data;
  if (records.length === 0 && !mayAdd) return null;
  const mayEnter = list.grid !== undefined && (mayAdd || records.some(({ abilities }) => abilities?.edit === true));
  const add = () => {
    rememberLabel(model.field.get(list.field)?.target ?? '', record.id, name);
    open({ kind: 'add' }, { state: { initial: startOf(page, list.field, record.id), from } satisfies FormState });
  };
  return (
    <PageContainer>
      <section className="anlan-children" aria-label={list.title}>
        <div className="anlan-children-head">
          <h2 className="anlan-section-title">{list.title}</h2>
          <span className="anlan-count">{flowText('child.count', { count: total })}</span>
          {total > records.length && (
            <Link to={`${base}?${new URLSearchParams({ [list.field]: record.id })}`}>{flowText('related.all')}</Link>
          )}
          {mayAdd && !isGrid && (
            <Button size="small" icon={<PlusOutlined />} onClick={add}>
              {flowText('child.add', { title: list.title })}
            </Button>
          )}
          {mayEnter && !isGrid && (
            <Button size="small" icon={<TableOutlined />} onClick={() => setGrid(true)}>
              {runtimeText('grid.open')}
            </Button>
          )}
        </div>
        {isGrid ? (
          <Suspense fallback={<LoadingDelay loading rows={3} />}>
            <RelatedGrid list={list} above={record.id} records={records} adds={mayAdd} onClose={() => setGrid(false)} />
          </Suspense>
        ) : records.length === 0 ? (
          <p className="anlan-empty">{flowText('child.empty', { title: list.title })}</p>
        ) : (
          <RelatedTable field={list.field} base={base} records={records} from={from} />
        )}
      </section>
    </PageContainer>
  );
}
