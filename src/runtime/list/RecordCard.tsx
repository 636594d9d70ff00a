import { Link, useLocation } from 'react-router-dom';
import type { ColumnPlan } from '../../compile/columns/compile-columns.ts';
import { fieldViewOf } from '../../field-types/views.ts';
import type { RunOptions } from '../actions/ActionsProvider.tsx';
import { RecordActions } from '../actions/RecordActions.tsx';
import { screenPath, useEntityPage } from '../EntityContext.ts';
import { fieldValue, isBlank, recordName, valueText, viewField } from '../model/record-view.ts';
import { ToneMark } from '../tone/ToneMark.tsx';
import type { ListRecord } from './useListController.ts';

/** Lines of a card besides its name and state. */
export const CARD_LINES = 3;

/** A record as a card of a phone. */
export interface RecordCardProps {
  readonly record: ListRecord;
  readonly columns: readonly ColumnPlan[];
  readonly hasActions: boolean;
  /** How its actions are run. */
  readonly options?: RunOptions;
}

/** Name, state, what matters most, and one action. */
export function RecordCard({ record, columns, hasActions, options }: RecordCardProps) {
  const { page, base } = useEntityPage();
  const { search, pathname } = useLocation();
  const cell = (column: ColumnPlan) => {
    const field = page.model.field.get(column.key);
    if (field === undefined) return null;
    const { Cell } = fieldViewOf(column.type);
    const text = valueText(page, field, record);
    return (
      <>
        <Cell value={fieldValue(field, record)} field={viewField(page, field, record)} text={text} />
        <ToneMark field={field} record={record} />
      </>
    );
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
    <>
      <div className="anlan-card-head">
        <Link
          className="anlan-open"
          to={{ pathname: screenPath(base, { kind: 'view', id: record.id }), search: pathname === base ? search : '' }}
        >
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
          <RecordActions record={record} variant="card" {...(options === undefined ? {} : { options })} />
        </div>
      )}
    </>
  );
}
