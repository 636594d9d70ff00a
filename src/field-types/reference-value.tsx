import { Fragment } from 'react';
import { ANONYMOUS } from '../core/model/alias.ts';
import { say } from '../core/text/say.ts';
import { LongText } from '../ui/LongText.tsx';
import { type RecordChoice, useFieldServices } from './field-services.ts';
import type { ReadProps, ViewField } from './field-view.ts';
import { knownLabel, rememberLabel } from './known-labels.ts';
import { keysOf, NoValue } from './text-field.tsx';

/** The chosen records with their names: the record's own labels, remembered ones, what nameless ones are called, the id. */
export function chosenRecords(field: ViewField, value: unknown): RecordChoice[] {
  const ids = keysOf(value);
  const labels = typeof field.labels === 'string' ? splitLabel(field.labels, ids.length) : (field.labels ?? []);
  return ids.map((id, index) => {
    const known = labels[index] || (field.target ? knownLabel(field.target, id) : undefined);
    const label = known || field.nameless || id;
    if (field.target && label !== id && label !== field.nameless) rememberLabel(field.target, id, label);
    return { id, label };
  });
}

function splitLabel(label: string, count: number): readonly string[] {
  return count > 1 ? label.split(/[,、]/) : [label];
}

/** Names of records in one line. */
export function ReferenceCell({ field, value, text }: ReadProps) {
  const line =
    text ||
    chosenRecords(field, value)
      .map((record) => record.label)
      .join(say('、'));
  return line === '' ? <NoValue /> : <LongText text={line} />;
}

/** Whether a chosen record has a page of its own: whoever wrote without a name has none. */
export const hasPage = ({ id }: RecordChoice): boolean => id !== ANONYMOUS;

/** Names of records, each a link to its page where this person has one. */
export function ReferenceRead({ field, value, text }: ReadProps) {
  const { recordPage } = useFieldServices();
  const { target } = field;
  const chosen = chosenRecords(field, value);
  if (chosen.length === 0) return <ReferenceCell field={field} value={value} text={text} />;
  return (
    <span className={chosen.length > 1 ? 'anlan-text anlan-names' : 'anlan-text'}>
      {chosen.map((record, index) => {
        const page = target !== undefined && hasPage(record) ? recordPage?.(target, record.id) : undefined;
        return (
          <Fragment key={record.id}>
            {index > 0 && say('、')}
            {page === undefined ? (
              record.label
            ) : (
              <a
                href={page.href}
                onClick={(event) => {
                  // With a key held the browser opens a tab of its own.
                  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
                  event.preventDefault();
                  event.stopPropagation();
                  page.open();
                }}
              >
                {record.label}
              </a>
            )}
          </Fragment>
        );
      })}
    </span>
  );
}
