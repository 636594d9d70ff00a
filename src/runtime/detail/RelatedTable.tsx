import { Table } from 'antd';
import { Link } from 'react-router-dom';
import { permittedActions, recordActions } from '../../compile/toolbar/compile-toolbar.ts';
import type { WireRecord } from '../../core/wire/contract.ts';
import { fieldViewOf } from '../../field-types/views.ts';
import { useIsPhone } from '../../ui/useIsPhone.ts';
import { RecordActions } from '../actions/RecordActions.tsx';
import { screenPath, useEntityPage } from '../EntityContext.ts';
import { RecordCard } from '../list/RecordCard.tsx';
import { fieldValue, recordName, valueText, viewField } from '../model/record-view.ts';
import { runtimeText } from '../text.ts';
import { ToneMark } from '../tone/ToneMark.tsx';

/** Columns that fit beside the rail. */
const COLUMNS = 6;

interface RelatedTableProps {
  /** Field by which the records refer to the one above them: it would say the same in each row. */
  readonly field: string;
  /** Path of the page of the records. */
  readonly base: string;
  readonly records: readonly WireRecord[];
  /** Path to come back to from a form. */
  readonly from: string;
}

/** Records that refer to another one, in the columns of their page, on a phone as cards, with what this person may do with each. */
export function RelatedTable({ field: relation, base, records, from }: RelatedTableProps) {
  const { page, can } = useEntityPage();
  const columns = page.columns.filter(({ key }) => key !== relation).slice(0, COLUMNS);
  const plans = permittedActions(page.toolbar.row, can).filter(({ kind }) => kind !== 'view');
  const acting = records.some(({ abilities }) => recordActions(plans, abilities).length > 0);
  const phone = useIsPhone();
  if (phone) {
    return (
      <ul className="anlan-cards">
        {records.map((record) => (
          <li key={record.id} className="anlan-card">
            <RecordCard record={record} columns={columns} hasActions={acting} options={{ from }} />
          </li>
        ))}
      </ul>
    );
  }
  const cell = (key: string, type: string, index: number) => (_: unknown, row: WireRecord) => {
    const field = page.model.field.get(key);
    if (field === undefined) return null;
    const text = valueText(page, field, row);
    if (index === 0) {
      return <Link to={screenPath(base, { kind: 'view', id: row.id })}>{text || recordName(page, row)}</Link>;
    }
    const { Cell } = fieldViewOf(type);
    return (
      <>
        <Cell value={fieldValue(field, row)} field={viewField(page, field, row)} text={text} />
        <ToneMark field={field} record={row} />
      </>
    );
  };
  return (
    <Table<WireRecord>
      size="small"
      rowKey="id"
      dataSource={[...records]}
      pagination={false}
      scroll={{ x: 'max-content' }}
      columns={[
        ...columns.map((column, index) => ({
          key: column.key,
          title: column.title,
          render: cell(column.key, column.type, index),
        })),
        ...(acting
          ? [
              {
                key: '_actions',
                title: runtimeText('list.actions'),
                fixed: 'right' as const,
                render: (_: unknown, row: WireRecord) => (
                  <RecordActions record={row} variant="row" options={{ from }} />
                ),
              },
            ]
          : []),
      ]}
    />
  );
}
