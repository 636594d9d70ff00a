import { Pagination, Skeleton } from 'antd';
import { Link, useLocation } from 'react-router-dom';
import type { ColumnPlan } from '../../compile/columns/compile-columns.ts';
import { fieldViewOf } from '../../field-types/views.ts';
import { RecordActions } from '../actions/RecordActions.tsx';
import { screenPath, useEntityPage } from '../EntityContext.ts';
import { fieldText, fieldValue, isBlank, recordName, viewField } from '../model/record-view.ts';
import { flatten, type ListController, type ListRecord } from './useListController.ts';

/** Lines of a card besides its name and state. */
const CARD_LINES = 3;

interface RecordCardsProps {
  readonly list: ListController;
  readonly columns: readonly ColumnPlan[];
  readonly hasActions: boolean;
  readonly empty: React.ReactNode;
}

/** Records as cards, for phones: name, state, what matters most, and one action. */
export function RecordCards({ list, columns, hasActions, empty }: RecordCardsProps) {
  const { records } = list;
  if (records === undefined) return <Skeleton active paragraph={{ rows: 8 }} />;
  if (records.length === 0) return empty;
  return (
    <>
      <ul className="anlan-cards" aria-busy={list.loading}>
        {flatten(records).map((record) => (
          <RecordCard key={record.id} record={record} columns={columns} hasActions={hasActions} />
        ))}
      </ul>
      {!list.tree && (
        <Pagination
          simple
          align="center"
          current={list.state.current}
          pageSize={list.state.size}
          total={list.total}
          onChange={list.setPage}
        />
      )}
    </>
  );
}

interface RecordCardProps {
  readonly record: ListRecord;
  readonly columns: readonly ColumnPlan[];
  readonly hasActions: boolean;
}

function RecordCard({ record, columns, hasActions }: RecordCardProps) {
  const { page, base } = useEntityPage();
  const { search } = useLocation();
  const cell = (column: ColumnPlan) => {
    const field = page.model.field.get(column.key);
    if (field === undefined) return null;
    const { Cell } = fieldViewOf(column.type);
    const text = fieldText(page, field, record);
    return <Cell value={fieldValue(field, record)} field={viewField(page, field, record)} text={text} />;
  };
  const state = columns.find((column) => column.key === 'status');
  const lines = columns
    .filter((column) => !column.opens && column !== state)
    .filter((column) => {
      const field = page.model.field.get(column.key);
      return field !== undefined && !isBlank(fieldValue(field, record));
    })
    .slice(0, CARD_LINES);
  return (
    <li className="anlan-card">
      <div className="anlan-card-head">
        <Link className="anlan-open" to={{ pathname: screenPath(base, { kind: 'view', id: record.id }), search }}>
          {recordName(page, record)}
        </Link>
        {state && cell(state)}
      </div>
      <dl className="anlan-card-lines">
        {lines.map((column) => (
          <div key={column.key}>
            <dt>{column.title}</dt>
            <dd>{cell(column)}</dd>
          </div>
        ))}
      </dl>
      {hasActions && (
        <div className="anlan-card-foot">
          <RecordActions record={record} variant="card" />
        </div>
      )}
    </li>
  );
}
