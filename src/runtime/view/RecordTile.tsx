import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import type { FieldModel } from '../../core/model/entity-model.ts';
import type { WireRecord } from '../../core/wire/contract.ts';
import { fieldViewOf } from '../../field-types/views.ts';
import { screenPath, useEntityPage } from '../EntityContext.ts';
import { fieldValue, isBlank, recordName, valueText, viewField } from '../model/record-view.ts';
import { ToneMark } from '../tone/ToneMark.tsx';

/** The value of a field as a cell of the list has it. */
function FieldCell({ field, record }: { readonly field: FieldModel; readonly record: WireRecord }) {
  const { page } = useEntityPage();
  const { Cell } = fieldViewOf(field.type.type);
  return (
    <>
      <Cell
        value={fieldValue(field, record)}
        field={viewField(page, field, record)}
        text={valueText(page, field, record)}
      />
      <ToneMark field={field} record={record} />
    </>
  );
}

interface RecordTileProps {
  readonly record: WireRecord;
  /** Fields below the name; those without a value are left out, and so are those that the person does not see. */
  readonly fields: readonly string[];
  /** Fields that stand without their name above those. Default none. */
  readonly lead?: readonly string[];
  /** What stands at the right of the name. Default nothing. */
  readonly beside?: ReactNode;
  /** What stands below. Default nothing. */
  readonly foot?: ReactNode;
}

/** A record in few words: its name, which opens it, and some of its fields. */
export function RecordTile({ record, fields, lead = [], beside, foot }: RecordTileProps) {
  const { page, base } = useEntityPage();
  const { search } = useLocation();
  const filled = (keys: readonly string[]) =>
    keys.flatMap((key) => {
      const field = page.model.field.get(key);
      return field === undefined || isBlank(fieldValue(field, record)) ? [] : [field];
    });
  const shown = filled(fields);
  const leading = filled(lead);
  return (
    <>
      <div className="anlan-tile-head">
        <Link
          className="anlan-open"
          draggable={false}
          to={{ pathname: screenPath(base, { kind: 'view', id: record.id }), search }}
        >
          {recordName(page, record)}
        </Link>
        {beside}
      </div>
      {leading.length > 0 && (
        <div className="anlan-tile-lead">
          {leading.map((field) => (
            <span key={field.key}>
              <FieldCell field={field} record={record} />
            </span>
          ))}
        </div>
      )}
      {shown.length > 0 && (
        <dl className="anlan-tile-lines">
          {shown.map((field) => (
            <div key={field.key}>
              <dt>{field.title}</dt>
              <dd>
                <FieldCell field={field} record={record} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {foot}
    </>
  );
}
