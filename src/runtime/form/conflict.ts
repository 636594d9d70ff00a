import { listed } from '../../core/text/punctuate.ts';
import type { WireRecord } from '../../core/wire/contract.ts';
import type { EntityPageModel } from '../model/page-model.ts';
import { type RecordData, valueText } from '../model/record-view.ts';
import { sameWire } from './form-body.ts';

/** One field that someone else changed while this form was open. */
export interface ConflictField {
  readonly key: string;
  readonly title: string;
  readonly theirs: string;
  readonly mine: string;
  readonly by: string;
  /** Whether this form changed it too, so that a choice is needed. */
  readonly both: boolean;
}

/** What the server answered to a stale save. */
export interface Conflict {
  readonly current: WireRecord;
  /** Names of those who changed something. */
  readonly who: string;
  readonly fields: readonly ConflictField[];
}

interface WireChange {
  readonly field: string;
  readonly by?: unknown;
}

function changesOf(data: unknown): readonly WireChange[] {
  if (typeof data !== 'object' || data === null || !('changed' in data) || !Array.isArray(data.changed)) return [];
  return (data.changed as unknown[]).filter(
    (one): one is WireChange =>
      typeof one === 'object' && one !== null && typeof (one as WireChange).field === 'string',
  );
}

/** Reads the answer of a version conflict; undefined where it carries no current record. */
export function parseConflict(
  page: EntityPageModel,
  data: unknown,
  own: { readonly stored: RecordData; readonly values: RecordData; readonly labels: RecordData },
  someone: string,
): Conflict | undefined {
  if (typeof data !== 'object' || data === null || !('current' in data)) return undefined;
  const current = data.current as WireRecord | null;
  if (typeof current !== 'object' || current === null || typeof current.version !== 'number') return undefined;
  const changes = changesOf(data);
  const by = (key: string): string => {
    const name = changes.find((change) => change.field === key)?.by;
    return typeof name === 'string' && name !== '' ? name : someone;
  };
  const mineRecord: RecordData = { ...own.values, ...own.labels };
  const fields = page.model.fields
    .filter((field) => !field.base && !field.computed)
    .filter((field) => !sameWire(field, current, own.stored))
    .map((field): ConflictField => {
      const changedHere = !sameWire(field, own.values, own.stored);
      return {
        key: field.key,
        title: field.title,
        theirs: valueText(page, field, current),
        mine: valueText(page, field, mineRecord),
        by: by(field.key),
        both: changedHere && !sameWire(field, own.values, current),
      };
    });
  const names = new Set(fields.map((field) => field.by));
  return { current, who: listed([...names]) || someone, fields };
}
