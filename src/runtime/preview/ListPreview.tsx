import { useId, useState } from 'react';
import type { FilterPlan } from '../../compile/columns/compile-filters.ts';
import { filterQuery } from '../../compile/columns/compile-filters.ts';
import type { FilterValue } from '../../field-types/field-view.ts';
import { fieldViewOf } from '../../field-types/views.ts';
import { useEntityPage } from '../EntityContext.ts';
import { fieldValue, type RecordData, valueText, viewField } from '../model/record-view.ts';
import { usePreviewText } from './texts.ts';
import '../list/list.css';

/** Each field as a list shows it in a cell, and its filter with what it asks the server. */
export function ListPreview({ record }: { record: RecordData }) {
  const text = usePreviewText();
  const { page } = useEntityPage();
  if (page.columns.length === 0) return <p className="anlan-pg-quiet">{text('list.none')}</p>;
  return (
    <table className="anlan-pg-cells">
      <thead>
        <tr>
          <th scope="col">{text('list.field')}</th>
          <th scope="col">{text('list.cell')}</th>
          <th scope="col">{text('list.filter')}</th>
        </tr>
      </thead>
      <tbody>
        {page.columns.map((column) => {
          const field = page.model.field.get(column.key);
          if (field === undefined) return null;
          const { Cell } = fieldViewOf(column.type);
          const plan = page.filters.find(({ key }) => key === column.key);
          return (
            <tr key={column.key} data-column={column.key}>
              <th scope="row">{column.title}</th>
              <td>
                <Cell
                  value={fieldValue(field, record)}
                  field={viewField(page, field, record)}
                  text={valueText(page, field, record)}
                />
              </td>
              <td>{plan === undefined ? text('list.noFilter') : <FilterPreview plan={plan} />}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function FilterPreview({ plan }: { plan: FilterPlan }) {
  const text = usePreviewText();
  const { page } = useEntityPage();
  const id = useId();
  const [value, setValue] = useState<FilterValue>();
  const field = page.model.field.get(plan.key);
  const { Filter } = fieldViewOf(plan.type);
  if (field === undefined || Filter === undefined) return text('list.noFilter');
  const query = new URLSearchParams(filterQuery([plan], { [plan.key]: value })).toString();
  return (
    <div className="anlan-filter">
      <label htmlFor={id}>{plan.title}</label>
      <Filter id={id} value={value} onChange={setValue} field={viewField(page, field)} kind={plan.kind} />
      {query !== '' && (
        <code className="anlan-pg-query">{text('list.value', { value: decodeURIComponent(query) })}</code>
      )}
    </div>
  );
}
