import { Table } from 'antd';
import { Link } from 'react-router-dom';
import { useAccess } from '../../api/access.ts';
import { menuLeaves } from '../../api/menu-tree.ts';
import type { Related as RelatedList } from '../../core/dialect/entity.generated.ts';
import type { WirePage, WireRecord } from '../../core/wire/contract.ts';
import { useLoaded } from '../../field-types/use-loaded.ts';
import { fieldViewOf } from '../../field-types/views.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LoadingDelay } from '../../ui/LoadingDelay.tsx';
import { PageContainer } from '../../ui/PageContainer.tsx';
import { fetchRecords, operationOf } from '../calls/entity-calls.ts';
import { screenPath, useEntityPage } from '../EntityContext.ts';
import { flowText } from '../flow/text.ts';
import type { EntityPageModel } from '../model/page-model.ts';
import { fieldText, fieldValue, recordName, viewField } from '../model/record-view.ts';
import { usePageModel } from '../usePageModel.ts';

/** Rows of a list below a record; the rest is seen on the page itself. */
const SIZE = 10;
/** Columns that fit beside the rail. */
const COLUMNS = 6;

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

function RelatedPart({ list, base, record }: RelatedProps) {
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
  return <Rows list={list} base={base} record={record} page={page} />;
}

function Rows({ list, base, record, page }: RelatedProps & { readonly page: EntityPageModel }) {
  const { changes } = useEntityPage();
  const { model } = page;
  const read = useLoaded<WirePage<WireRecord>>(
    `related/${list.page}/${list.field}/${record.id}/${changes}/${page.metadata.revision}`,
    (signal) =>
      fetchRecords(
        model,
        { [list.field]: record.id, current: 1, size: SIZE },
        { page: list.page, signal, quiet: true },
      ),
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
  if (records.length === 0) return null;
  const columns = page.columns.filter(({ key }) => key !== list.field).slice(0, COLUMNS);
  return (
    <PageContainer>
      <section className="anlan-children" aria-label={list.title}>
        <div className="anlan-children-head">
          <h2 className="anlan-section-title">{list.title}</h2>
          <span className="anlan-count">{flowText('child.count', { count: total })}</span>
          {total > records.length && (
            <Link to={`${base}?${new URLSearchParams({ [list.field]: record.id })}`}>{flowText('related.all')}</Link>
          )}
        </div>
        <Table<WireRecord>
          size="small"
          rowKey="id"
          dataSource={[...records]}
          pagination={false}
          scroll={{ x: 'max-content' }}
          columns={columns.map((column, index) => ({
            key: column.key,
            title: column.title,
            render: (_: unknown, row: WireRecord) => {
              const field = model.field.get(column.key);
              if (field === undefined) return null;
              const text = fieldText(page, field, row);
              if (index === 0) {
                return <Link to={screenPath(base, { kind: 'view', id: row.id })}>{text || recordName(page, row)}</Link>;
              }
              const { Cell } = fieldViewOf(column.type);
              return <Cell value={fieldValue(field, row)} field={viewField(page, field, row)} text={text} />;
            },
          }))}
        />
      </section>
    </PageContainer>
  );
}
