import { Button, Checkbox, Table } from 'antd';
import { useState } from 'react';
import type { FieldModel } from '../../core/model/entity-model.ts';
import type { WireRecord } from '../../core/wire/contract.ts';
import { fieldViewOf } from '../../field-types/views.ts';
import { ActionToolbar, type ToolbarAction } from '../../ui/ActionToolbar.tsx';
import { useFolded } from '../../ui/useFolded.tsx';
import { FieldGrid } from '../detail/FieldGrid.tsx';
import { useEntityPage } from '../EntityContext.ts';
import type { EntityPageModel } from '../model/page-model.ts';
import { fieldValue, isBlank, recordName, valueText, viewField } from '../model/record-view.ts';
import { runtimeText } from '../text.ts';
import { ToneMark } from '../tone/ToneMark.tsx';
import { evidenceOf, isSigned, readFields, tableFields } from './child-rows.ts';
import { EvidenceDialog } from './EvidenceDialog.tsx';
import { flowText } from './text.ts';

/** Rows above which the rest stands on further pages. */
const ROWS = 20;

interface RowViewProps {
  readonly child: EntityPageModel;
  readonly rows: readonly WireRecord[];
  /** What the person may do with a row now. */
  readonly actionsOf: (row: WireRecord) => readonly ToolbarAction[];
  readonly ticks: Ticks;
}

/** Which rows can be ticked, for a step that several take at once, and which are. */
interface Ticks {
  readonly able: ReadonlySet<string>;
  readonly picked: ReadonlySet<string>;
  readonly pick: (ids: ReadonlySet<string>) => void;
}

/** Rows of a child as a table; what has no column unfolds below its row. */
export function ChildGrid({ child, rows, actionsOf, ticks }: RowViewProps) {
  const { access } = useEntityPage();
  const author = child.model.field.get('createUser');
  const columns = tableFields(child).filter(({ key }) => access(key) !== 'hidden');
  const acts = rows.some((row) => actionsOf(row).length > 0);
  return (
    <Table<WireRecord>
      size="small"
      rowKey="id"
      dataSource={[...rows]}
      pagination={rows.length > ROWS ? { pageSize: ROWS, size: 'small' } : false}
      scroll={{ x: 'max-content' }}
      {...(ticks.able.size === 0
        ? {}
        : {
            rowSelection: {
              hideSelectAll: true,
              selectedRowKeys: [...ticks.picked],
              onChange: (keys) => ticks.pick(new Set(keys.map(String))),
              getCheckboxProps: (row: WireRecord) => ({
                disabled: !ticks.able.has(row.id),
                'aria-label': recordName(child, row),
              }),
            },
          })}
      expandable={{ expandedRowRender: (row) => <RowDetail child={child} row={row} /> }}
      columns={[
        ...columns.map((field) => ({
          key: field.key,
          title: field.title,
          ...(field.type.group === 'text' || field.key === child.model.label ? { className: 'anlan-child-text' } : {}),
          render: (_: unknown, row: WireRecord) => <Value child={child} field={field} row={row} />,
        })),
        ...(isSigned(child)
          ? [
              {
                key: '_by',
                title: flowText('child.by'),
                render: (_: unknown, row: WireRecord) => (author === undefined ? '' : valueText(child, author, row)),
              },
              {
                key: '_time',
                title: flowText('child.time'),
                render: (_: unknown, row: WireRecord) => String(row.createTime ?? '').slice(0, 16),
              },
            ]
          : []),
        ...(acts
          ? [
              {
                key: '_actions',
                title: runtimeText('list.actions'),
                fixed: 'right' as const,
                render: (_: unknown, row: WireRecord) => (
                  <RowToolbar child={child} row={row} actions={actionsOf(row)} />
                ),
              },
            ]
          : []),
      ]}
    />
  );
}

/** Rows of a child as cards, for phones: its name, its state, what else is known, and what can be done. */
export function ChildCards({ child, rows, actionsOf, ticks }: RowViewProps) {
  const { access } = useEntityPage();
  const { model } = child;
  const state = model.field.get('status');
  const fields = tableFields(child).filter(
    ({ key }) => key !== model.label && key !== 'status' && access(key) !== 'hidden',
  );
  // What is ticked stands in sight.
  const { shown, toggle } = useFolded(rows, ticks.able.size === 0);
  return (
    <>
      <ul className="anlan-cards">
        {shown.map((row) => {
          const actions = actionsOf(row);
          return (
            <li key={row.id} className="anlan-card">
              <div className="anlan-card-head">
                {ticks.able.has(row.id) ? (
                  <Checkbox
                    checked={ticks.picked.has(row.id)}
                    onChange={({ target }) => ticks.pick(withTick(ticks.picked, row.id, target.checked))}
                  >
                    <strong>{recordName(child, row)}</strong>
                  </Checkbox>
                ) : (
                  <strong>{recordName(child, row)}</strong>
                )}
                {state !== undefined && Object.keys(model.states).length > 0 && (
                  <Value child={child} field={state} row={row} />
                )}
              </div>
              <dl className="anlan-card-lines">
                {fields
                  .filter((field) => !isBlank(fieldValue(field, row)))
                  .map((field) => (
                    <div key={field.key}>
                      <dt>{field.title}</dt>
                      <dd>
                        <Value child={child} field={field} row={row} />
                      </dd>
                    </div>
                  ))}
              </dl>
              {actions.length > 0 && (
                <div className="anlan-card-foot">
                  <ActionToolbar actions={actions} size="small" label={labelOf(child, row)} />
                </div>
              )}
            </li>
          );
        })}
      </ul>
      {toggle}
    </>
  );
}

function withTick(picked: ReadonlySet<string>, id: string, ticked: boolean): ReadonlySet<string> {
  const others = [...picked].filter((one) => one !== id);
  return new Set(ticked ? [...others, id] : others);
}

function RowToolbar({
  child,
  row,
  actions,
}: {
  child: EntityPageModel;
  row: WireRecord;
  actions: readonly ToolbarAction[];
}) {
  return <ActionToolbar actions={actions} variant="link" label={labelOf(child, row)} />;
}

function labelOf(child: EntityPageModel, row: WireRecord): string {
  return `${recordName(child, row)} ${runtimeText('list.actions')}`;
}

function Value({ child, field, row }: { child: EntityPageModel; field: FieldModel; row: WireRecord }) {
  const { Cell } = fieldViewOf(field.property.field);
  return (
    <>
      <Cell value={fieldValue(field, row)} field={viewField(child, field, row)} text={valueText(child, field, row)} />
      <ToneMark field={field} record={row} of={child} />
    </>
  );
}

/** All that a row says, and what was sealed when it was written. */
function RowDetail({ child, row }: { child: EntityPageModel; row: WireRecord }) {
  const { access } = useEntityPage();
  const [open, setOpen] = useState(false);
  const evidence = evidenceOf(row);
  const fields = readFields(child).filter(
    (field) => access(field.key) !== 'hidden' && !isBlank(fieldValue(field, row)),
  );
  return (
    <>
      <FieldGrid fields={fields} record={row} columns={2} />
      {evidence && (
        <Button type="link" size="small" onClick={() => setOpen(true)}>
          {flowText('evidence.open')}
        </Button>
      )}
      {evidence && open && <EvidenceDialog id={evidence.id} hash={evidence.hash} onClose={() => setOpen(false)} />}
    </>
  );
}
