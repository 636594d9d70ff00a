import { PlusOutlined } from '@ant-design/icons';
import { App, Button, Space, Table } from 'antd';
import { lazy, Suspense, useMemo, useState } from 'react';
import type { WireRecord } from '../../core/wire/contract.ts';
import { useLoaded } from '../../field-types/use-loaded.ts';
import { fieldViewOf } from '../../field-types/views.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LoadingDelay } from '../../ui/LoadingDelay.tsx';
import { PageContainer } from '../../ui/PageContainer.tsx';
import { useConfirm } from '../../ui/useConfirm.tsx';
import { callOperation, operationOf, removeRecords } from '../calls/entity-calls.ts';
import { FieldGrid } from '../detail/FieldGrid.tsx';
import { EntityContextProvider, useEntityPage } from '../EntityContext.ts';
import { childKeys, childPage } from '../model/child-page.ts';
import type { EntityPageModel } from '../model/page-model.ts';
import { fieldAccess } from '../model/person.ts';
import { fieldText, fieldValue, isBlank, viewField } from '../model/record-view.ts';
import { runtimeText } from '../text.ts';
import { childRights, evidenceOf, readFields, rowsOf, tableFields } from './child-rows.ts';
import { EvidenceDialog } from './EvidenceDialog.tsx';
import { flowText } from './text.ts';
import './flow.css';

const ChildDrawer = lazy(() => import('./ChildDrawer.tsx').then((module) => ({ default: module.ChildDrawer })));

/** The rows that belong to a record: one table for each child entity that has some, or to which some can be added. */
export function ChildTables({ record }: { record: WireRecord }) {
  const { page, changes } = useEntityPage();
  const keys = childKeys(page);
  const { model } = page;
  const detail = operationOf(model, 'detail');
  const wanted = keys.length > 0 && detail !== undefined;
  const read = useLoaded(wanted ? `${model.key}/${record.id}/${record.version}/${changes}` : undefined, (signal) =>
    callOperation<WireRecord>(
      model,
      detail as NonNullable<typeof detail>,
      { id: record.id, with: 'children' },
      { page: page.page.code, signal, quiet: true },
    ),
  );
  if (!wanted) return null;
  if (read.error !== undefined) {
    return (
      <PageContainer>
        <ErrorState
          title={flowText('child.failed', { title: runtimeText('detail.history') })}
          message={read.error}
          onRetry={read.retry}
        />
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
  const full = read.data;
  return keys.map((key) => {
    const child = childPage(page, key);
    const rows = rowsOf(full, key);
    if (child === undefined || rows === undefined) return null;
    return <ChildTable key={key} child={child} parent={full} rows={rows} />;
  });
}

interface ChildTableProps {
  readonly child: EntityPageModel;
  readonly parent: WireRecord;
  readonly rows: readonly WireRecord[];
}

function ChildTable({ child, parent, rows }: ChildTableProps) {
  const outer = useEntityPage();
  const { message } = App.useApp();
  const confirm = useConfirm();
  const [editing, setEditing] = useState<{ readonly row: WireRecord | undefined }>();
  const [evidence, setEvidence] = useState<ReturnType<typeof evidenceOf>>();
  const { model } = child;
  const rights = childRights(child, parent);
  const context = useMemo(
    () => ({
      ...outer,
      page: child,
      access: (field: string, row?: { readonly status?: unknown }) =>
        fieldAccess(model, field, outer.me.roles, typeof row?.status === 'string' ? row.status : undefined),
    }),
    [outer, child, model],
  );
  if (rows.length === 0 && !rights.create) return null;
  const visible = (field: string) => context.access(field) !== 'hidden';
  const columns = tableFields(child).filter(({ key }) => visible(key));
  const fields = readFields(child).filter(({ key }) => visible(key));
  const author = model.field.get('createUser');

  const remove = async (row: WireRecord): Promise<void> => {
    const agreed = await confirm({
      title: flowText('child.removeTitle', { title: model.title }),
      consequence: flowText('child.removeHint'),
      okText: flowText('child.remove'),
      danger: true,
    });
    if (!agreed) return;
    await removeRecords(model, [row.id], { idempotencyKey: crypto.randomUUID() }).then(
      () => void message.success(flowText('child.removed')),
      // The client has told what went wrong; what is there now is read again.
      () => undefined,
    );
    outer.changed();
  };

  return (
    <EntityContextProvider value={context}>
      <PageContainer>
        <section className="anlan-children" aria-label={model.title}>
          <div className="anlan-children-head">
            <h2 className="anlan-section-title">{model.title}</h2>
            <span className="anlan-count">{flowText('child.count', { count: rows.length })}</span>
            {rights.create && (
              <Button size="small" icon={<PlusOutlined />} onClick={() => setEditing({ row: undefined })}>
                {flowText('child.add', { title: model.title })}
              </Button>
            )}
          </div>
          {rows.length === 0 ? (
            <p className="anlan-empty">{flowText('child.empty', { title: model.title })}</p>
          ) : (
            <Table<WireRecord>
              size="small"
              rowKey="id"
              dataSource={[...rows]}
              pagination={rows.length > 20 ? { pageSize: 20, size: 'small' } : false}
              scroll={{ x: 'max-content' }}
              expandable={{
                expandedRowRender: (row) => (
                  <>
                    <FieldGrid
                      fields={fields.filter((field) => !isBlank(fieldValue(field, row)))}
                      record={row}
                      columns={2}
                    />
                    {evidenceOf(row) && (
                      <Button type="link" size="small" onClick={() => setEvidence(evidenceOf(row))}>
                        {flowText('evidence.open')}
                      </Button>
                    )}
                  </>
                ),
              }}
              columns={[
                ...columns.map((field) => ({
                  key: field.key,
                  title: field.title,
                  render: (_: unknown, row: WireRecord) => {
                    const { Cell } = fieldViewOf(field.property.field);
                    return (
                      <Cell
                        value={fieldValue(field, row)}
                        field={viewField(child, field, row)}
                        text={fieldText(child, field, row)}
                      />
                    );
                  },
                })),
                {
                  key: '_by',
                  title: flowText('child.by'),
                  render: (_: unknown, row: WireRecord) => (author === undefined ? '' : fieldText(child, author, row)),
                },
                {
                  key: '_time',
                  title: flowText('child.time'),
                  render: (_: unknown, row: WireRecord) => String(row.createTime ?? '').slice(0, 16),
                },
                ...(rows.some((row) => rights.edit(row) || rights.remove(row))
                  ? [
                      {
                        key: '_actions',
                        title: runtimeText('list.actions'),
                        fixed: 'right' as const,
                        render: (_: unknown, row: WireRecord) => (
                          <Space size={4}>
                            {rights.edit(row) && (
                              <Button type="link" size="small" onClick={() => setEditing({ row })}>
                                {flowText('child.edit', { title: '' })}
                              </Button>
                            )}
                            {rights.remove(row) && (
                              <Button type="link" size="small" danger onClick={() => void remove(row)}>
                                {flowText('child.remove')}
                              </Button>
                            )}
                          </Space>
                        ),
                      },
                    ]
                  : []),
              ]}
            />
          )}
        </section>
        {evidence && <EvidenceDialog id={evidence.id} hash={evidence.hash} onClose={() => setEvidence(undefined)} />}
        {editing && (
          <Suspense fallback={null}>
            <ChildDrawer
              key={editing.row?.id ?? 'new'}
              child={child}
              parent={parent}
              row={editing.row}
              onClose={() => setEditing(undefined)}
              onSaved={() => {
                setEditing(undefined);
                void message.success(flowText('child.saved'));
                outer.changed();
              }}
            />
          </Suspense>
        )}
      </PageContainer>
    </EntityContextProvider>
  );
}
