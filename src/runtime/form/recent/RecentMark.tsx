import { Button } from 'antd';
import type { FieldModel } from '../../../core/model/entity-model.ts';
import { listed } from '../../../core/text/punctuate.ts';
import { isRow } from '../../../core/validation/row-values.ts';
import { seedOf } from '../../../core/validation/seeded-rows.ts';
import { useLoaded } from '../../../field-types/use-loaded.ts';
import { copiedRows } from '../../model/form-page.ts';
import { labelKey, type RecordData } from '../../model/record-view.ts';
import { runtimeText } from '../../text.ts';
import type { FormEngine } from '../form-engine.ts';
import { observed } from '../observed.ts';
import { useRecentRecords } from './RecentRecords.tsx';
import { recentOffers, recentSource } from './recent-offers.ts';

interface RecentMarkProps {
  readonly engine: FormEngine;
  readonly field: FieldModel;
}

/** Asks the models of fields, so that their observer is drawn anew with them. */
function observe(engine: FormEngine, keys: readonly string[]): void {
  for (const key of keys) engine.field(key)?.value;
}

/** What the person entered in a field of his last records, each with one press; nothing once the field says something. */
export const RecentMark = observed(({ engine, field }: RecentMarkProps) => {
  const { records } = useRecentRecords();
  observe(engine, [field.key, ...(field.property.recent?.by ?? [])]);
  const offers = recentOffers(field, records, engine.values());
  if (offers.length === 0) return null;
  return (
    <fieldset className="anlan-recent" aria-label={runtimeText('recent.of', { title: field.title })}>
      <span className="anlan-count">{runtimeText('recent.values')}</span>
      {offers.map(({ value, label, text }) => (
        <Button
          key={text}
          size="small"
          title={text}
          onClick={() => {
            engine.enter(field.key, value, label);
            engine.leave(field.key);
          }}
        >
          {text}
        </Button>
      ))}
    </fieldset>
  );
});

/** The rows of the person's last record, all with one press, while the form has none of its own. */
export const RecentRows = observed(({ engine, field }: RecentMarkProps) => {
  const { page, records, whole } = useRecentRecords();
  const child = page?.metadata.children?.[field.key]?.entity;
  observe(engine, [field.key, ...(child?.parent?.recent?.by ?? [])]);
  const source = child === undefined ? undefined : recentSource(child, records, engine.values());
  const read = useLoaded(source === undefined ? undefined : `${field.key}/${source.id}`, () => whole(source?.id ?? ''));
  const rows = engine.values()[field.key];
  const own = Array.isArray(rows) ? rows.filter((row) => isRow(row) && seedOf(row) === undefined) : [];
  if (page === undefined || child === undefined || read.data === undefined || own.length > 0) return null;
  const taken = copiedRows(page, child, read.data).filter((row) => seedOf(row) === undefined);
  if (taken.length === 0) return null;
  const names = listed(taken.map((row) => nameOf(row, child.label)));
  return (
    <Button
      size="small"
      className="anlan-recent-rows"
      onClick={() => {
        engine.enter(field.key, [...(Array.isArray(rows) ? rows : []), ...taken]);
        engine.leave(field.key);
      }}
    >
      {runtimeText('recent.rows', { title: field.title, names })}
    </Button>
  );
});

function nameOf(row: RecordData, label: string | undefined): string {
  const key = label ?? 'id';
  return String(row[labelKey(key)] ?? row[key] ?? '');
}
