import { useLayoutEffect, useRef, useState } from 'react';
import type { Example } from '../../core/dialect/entity.generated.ts';
import { OutOfReachError } from '../../core/expression/index.ts';
import type { RecordEnvironment } from '../../core/validation/record-environment.ts';
import { sameJson } from '../../core/validation/same-value.ts';
import type { EntityPageContext } from '../EntityContext.ts';
import { createFormEngine, type FormEngine } from '../form/form-engine.ts';
import type { FormSnapshot } from '../form/form-state.ts';
import { browserEnvironment } from '../model/record-environment.ts';
import type { RecordData } from '../model/record-view.ts';
import { actsAlike } from './acts-alike.ts';

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
 * before, where its field still exists and holds values of the same kind. Where only places, looks and titles of fields
 * have changed, the same form goes on, and what shows of it is drawn anew field by field.
 */
export function usePreviewEngine(
  context: EntityPageContext,
  sample: Example | undefined,
  isStored: boolean,
  subject: string,
): PreviewForm | undefined {
  const [form, setForm] = useState<PreviewForm>();
  const before = useRef<PreviewForm & { readonly sampleText: string | undefined }>(undefined);
  const sampleText = JSON.stringify(sample);
  // Before anything is painted: an old form under a new title would be pressed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the sample is compared by what it says.
  useLayoutEffect(() => {
    const { page } = context;
    const old = before.current;
    const isSame = old?.subject === subject && old.sampleText === sampleText && sameJson(old.context.me, context.me);
    // What is wrong was told by the titles of before.
    const goesOn = isSame && old.engine.state.faults.length === 0 && actsAlike(old.engine.page, page);
    if (goesOn) old.engine.adopt(page);
    const next = goesOn ? { ...old, context } : { ...madeOf(context, sample, isStored), subject, sampleText };
    if (!goesOn && old !== undefined) {
      if (old.subject === subject && old.engine.state.dirty) next.engine.restore(kept(old.engine, next.engine));
      old.engine.dispose();
    }
    before.current = next;
    setForm(next);
  }, [context, sampleText, isStored, subject]);
  useLayoutEffect(
    () => () => {
      before.current?.engine.dispose();
      before.current = undefined;
    },
    [],
  );
  return form;
}

function madeOf(
  context: EntityPageContext,
  sample: Example | undefined,
  isStored: boolean,
): Omit<PreviewForm, 'subject'> {
  const { page, me, access } = context;
  const record = sampleRecord(sample);
  const stored: RecordData | undefined = isStored
    ? { status: page.model.initialState ?? null, ...record, id: '0', version: 1 }
    : undefined;
  const environment = previewEnvironment(browserEnvironment(page, me, { stored }), sample);
  const now = sample?.now;
  const reached = typeof now === 'string' ? { ...environment, now: clockOf(now) } : environment;
  return {
    engine: createFormEngine({ page, stored, initial: record, environment: reached, access }),
    context,
    environment: reached,
  };
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
