import { useLayoutEffect, useRef, useState } from 'react';
import type { Example } from '../../core/dialect/entity.generated.ts';
import { OutOfReachError } from '../../core/expression/index.ts';
import type { RecordEnvironment } from '../../core/validation/record-environment.ts';
import type { EntityPageContext } from '../EntityContext.ts';
import { createFormEngine, type FormEngine } from '../form/form-engine.ts';
import type { FormSnapshot } from '../form/form-state.ts';
import { browserEnvironment } from '../model/record-environment.ts';
import type { RecordData } from '../model/record-view.ts';

/** A form with the page it was made of: both old until both are new. */
export interface PreviewForm {
  readonly engine: FormEngine;
  readonly context: EntityPageContext;
  /** What its expressions reach. */
  readonly environment: RecordEnvironment;
  /** What it belongs to. */
  readonly subject: string;
}

/**
 * The form of a draft. While `subject` stays, one of a newer draft takes over what was typed into the one
 * before, where its field still exists and holds values of the same kind.
 */
export function usePreviewEngine(
  context: EntityPageContext,
  sample: Example | undefined,
  isStored: boolean,
  subject: string,
): PreviewForm | undefined {
  const [form, setForm] = useState<PreviewForm>();
  const before = useRef<{ readonly engine: FormEngine; readonly subject: string }>(undefined);
  const sampleText = JSON.stringify(sample);
  // Before anything is painted: an old form under a new title would be pressed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the sample is compared by what it says.
  useLayoutEffect(() => {
    const { page, me, access } = context;
    const old = before.current;
    const record = sampleRecord(sample);
    const stored: RecordData | undefined = isStored
      ? { status: page.model.initialState ?? null, ...record, id: '0', version: 1 }
      : undefined;
    const environment = previewEnvironment(browserEnvironment(page, me, { stored }), sample);
    const now = sample?.now;
    const reached = typeof now === 'string' ? { ...environment, now: clockOf(now) } : environment;
    const made = createFormEngine({ page, stored, initial: record, environment: reached, access });
    if (old?.subject === subject && old.engine.state.dirty) made.restore(kept(old.engine, made));
    before.current = { engine: made, subject };
    setForm({ engine: made, context, environment: reached, subject });
    return () => made.dispose();
  }, [context, sampleText, isStored, subject]);
  return form;
}

/**
 * A draft is no page of the server, which therefore gives it no rows: setup tables hold what its example says that they do,
 * and what only the plant's calendar knows stays open.
 */
export function previewEnvironment(environment: RecordEnvironment, sample: Example | undefined): RecordEnvironment {
  const { calendar: _calendar, onChange: _onChange, ...own } = environment;
  const lookup = (entity: string) => {
    const rows = sample?.others?.[entity];
    if (rows === undefined) throw new OutOfReachError('lookup');
    return rows;
  };
  return { ...own, lookup };
}

function sampleRecord(sample: Example | undefined): RecordData {
  const record: unknown = sample?.record;
  return typeof record === 'object' && record !== null ? (record as RecordData) : {};
}

function clockOf(now: string): string {
  return now.length === 10 ? `${now} 00:00:00` : now;
}

/** What was typed into fields that are of the same type still. */
function kept(old: FormEngine, next: FormEngine): FormSnapshot {
  const snapshot = old.snapshot();
  const kinds = (engine: FormEngine) =>
    new Map(
      engine.page.model.fields.map(({ id, property, valueType }) => [
        id,
        `${property.field} ${property.type} ${valueType}`,
      ]),
    );
  const [was, is] = [kinds(old), kinds(next)];
  const stays = (id: string) => was.get(id) === is.get(id);
  const only = (values: RecordData) => Object.fromEntries(Object.entries(values).filter(([id]) => stays(id)));
  return {
    values: only(snapshot.values),
    labels: only(snapshot.labels),
    touched: snapshot.touched.filter(stays),
  };
}
