import type { FieldModel } from '../../core/model/entity-model.ts';
import { fieldViewOf } from '../../field-types/views.ts';
import { useEntityPage } from '../EntityContext.ts';
import { fieldValue, type RecordData, valueText, viewField } from '../model/record-view.ts';
import { OverrideLines } from '../override/OverrideLines.tsx';
import { overrideNote } from '../override/override-note.ts';
import { ToneMark } from '../tone/ToneMark.tsx';
import { RecordLinks } from './RecordLinks.tsx';

interface FieldGridProps {
  readonly fields: readonly FieldModel[];
  readonly record: RecordData;
  readonly columns?: number;
  /** Larger, for what stands beside the title. */
  readonly head?: boolean;
  /** Heading above them, which the name of a field that takes the whole width does not repeat. */
  readonly heading?: string;
}

/** Id of the place at which a field of a record is read. */
export const fieldSpot = (key: string): string => `anlan-field-${key}`;

/** Fields with their values, as many columns as there is room. */
export function FieldGrid({ fields, record, columns = 3, head = false, heading }: FieldGridProps) {
  const { page } = useEntityPage();
  return (
    <dl className={head ? 'anlan-read anlan-read-head' : 'anlan-read'} data-columns={Math.min(columns, 3)}>
      {fields.map((field) => {
        const full = (field.property.span ?? field.type.span) === 'full';
        const { Read } = fieldViewOf(field.property.field);
        const value = fieldValue(field, record);
        const subject = viewField(page, field, record);
        const read = <Read value={value} field={subject} text={valueText(page, field, record)} />;
        const note = overrideNote(page, field, record);
        return (
          <div key={field.key} id={fieldSpot(field.key)} tabIndex={-1} className={placeOf(field, full, head)}>
            <dt className={full && field.title === heading ? 'anlan-unseen' : undefined}>{field.title}</dt>
            <dd>
              {field.target === undefined ? (
                read
              ) : (
                <RecordLinks target={field.target} field={subject} value={value}>
                  {read}
                </RecordLinks>
              )}
              <ToneMark field={field} record={record} />
              {note !== undefined && <OverrideLines note={note} />}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

function placeOf(field: FieldModel, full: boolean, head: boolean): string | undefined {
  // Both ends of a range stand in one line.
  if (head) return field.property.end === undefined ? undefined : 'anlan-read-wide';
  return full ? 'anlan-read-full' : undefined;
}
