import { QuestionCircleOutlined } from '@ant-design/icons';
import type { Field } from '@formily/core';
import { toJS } from '@formily/reactive';
import { Tooltip } from 'antd';
import type { ReactNode } from 'react';
import type { FormElement } from '../../compile/form/compile-form-plan.ts';
import { clauses } from '../../core/text/punctuate.ts';
import type { WireFault } from '../../core/wire/contract.ts';
import type { ViewField } from '../../field-types/field-view.ts';
import { fieldText } from '../../field-types/text.ts';
import { fieldViewOf } from '../../field-types/views.ts';
import { viewField } from '../model/record-view.ts';
import { afterPress } from './after-press.ts';
import { FollowMark } from './FollowMark.tsx';
import { fieldShows } from './field-shows.ts';
import type { FormEngine } from './form-engine.ts';
import type { FieldData } from './form-state.ts';
import { observed } from './observed.ts';
import { personMisfit } from './person-misfit.ts';

/** Hints longer than this stand behind a mark, so that they do not push the form apart. */
const LONG_HINT = 40;

/** Faults of one field that are named below it. */
const NAMED_FAULTS = 5;

/** Id of the focusable element of a field in a form. */
export function fieldElementId(form: string, key: string): string {
  return `${form}-${key}`;
}

const labels = new WeakMap<FormElement, ReactNode>();

/** The label's inside, made once for each element: it never changes while the form is filled in. */
function labelOf(element: FormElement): ReactNode {
  const made = labels.get(element);
  if (made !== undefined) return made;
  const { hint } = element;
  const text = <span className="anlan-label-text">{element.field.title}</span>;
  // Most fields have no long hint, and each element counts in a form of a thousand.
  const label =
    hint === undefined || hint.length <= LONG_HINT ? (
      text
    ) : (
      <>
        {text}
        <Tooltip title={hint}>
          <QuestionCircleOutlined className="anlan-label-hint" tabIndex={0} aria-label={hint} />
        </Tooltip>
      </>
    );
  labels.set(element, label);
  return label;
}

interface FieldItemProps {
  readonly engine: FormEngine;
  readonly element: FormElement;
  readonly form: string;
}

/** Label, input, hint and fault of one field; the only observer of its model, drawn anew for what it observes only. */
export const FieldItem = observed(({ engine, element, form }: FieldItemProps) => {
  const model = engine.field(element.key);
  if (model === undefined || !fieldShows(engine, element.key)) return null;
  const { required, label, edited, rows } = model.data as FieldData;
  const id = fieldElementId(form, element.key);
  const fault = messageOf(engine, element, model);
  const shortHint = element.hint !== undefined && element.hint.length <= LONG_HINT ? element.hint : undefined;
  const helpId = fault !== undefined || shortHint !== undefined ? `${id}-help` : undefined;
  const { Edit } = fieldViewOf(element.field.property.field);
  const value = element.end === undefined ? model.value : [model.value, engine.field(element.end)?.value];
  // Rows are read as they are, not through their observers.
  const plain = rows === undefined ? (value ?? null) : toJS(value ?? null);
  return (
    <div className={element.span === 'full' ? 'anlan-item anlan-item-full' : 'anlan-item'} data-field={element.key}>
      <label className={required ? 'anlan-label anlan-label-required' : 'anlan-label'} htmlFor={id}>
        {labelOf(element)}
      </label>
      <div className="anlan-control">
        <Edit
          id={id}
          value={plain}
          field={subjectOf(engine, element, label, rows)}
          disabled={model.pattern === 'disabled'}
          invalid={fault !== undefined}
          describedBy={helpId}
          faults={element.field.columns === undefined ? undefined : faultsWithin(engine, element.key)}
          onChange={handlersOf(engine, element.key).change}
          onBlur={handlersOf(engine, element.key).blur}
        />
        {edited === true && model.pattern !== 'disabled' && (
          <FollowMark title={element.field.title} onFollow={() => engine.follow(element.key)} />
        )}
        {fault !== undefined ? (
          <div id={helpId} className="anlan-fault" role="alert">
            {fault}
          </div>
        ) : (
          shortHint !== undefined && (
            <div id={helpId} className="anlan-hint">
              {shortHint}
            </div>
          )
        )}
      </div>
    </div>
  );
});

function messageOf(engine: FormEngine, element: FormElement, model: Field): string | undefined {
  const end = element.end === undefined ? [] : (engine.field(element.end)?.selfErrors ?? []);
  const messages = [...model.selfErrors, ...end].map(String);
  if (messages.length === 0) return undefined;
  // A long table may have many; each also stands in its cell.
  const named = clauses(messages.slice(0, NAMED_FAULTS));
  return messages.length > NAMED_FAULTS ? `${named}${fieldText('rows.more', { count: messages.length })}` : named;
}

function faultsWithin(engine: FormEngine, key: string): readonly WireFault[] {
  return engine.state.faults.filter(({ pointer }) => pointer.startsWith(`/${key}/`));
}

interface Handlers {
  readonly change: (value: unknown, label?: ViewField['labels'] | null) => void;
  readonly blur: () => void;
}

const handlers = new WeakMap<FormEngine, Map<string, Handlers>>();

function handlersOf(engine: FormEngine, key: string): Handlers {
  let own = handlers.get(engine);
  if (own === undefined) {
    own = new Map();
    handlers.set(engine, own);
  }
  let made = own.get(key);
  if (made === undefined) {
    made = {
      change: (value, label) => engine.enter(key, value, label),
      blur: () => afterPress(() => engine.leave(key)),
    };
    own.set(key, made);
  }
  return made;
}

const subjects = new WeakMap<FormEngine, Map<string, ViewField>>();

/** What the view knows of the field; the same object while its label stays, so that inputs can be compared. */
function subjectOf(
  engine: FormEngine,
  element: FormElement,
  label: FieldData['label'],
  rows: FieldData['rows'],
): ViewField {
  let own = subjects.get(engine);
  if (own === undefined) {
    own = new Map();
    subjects.set(engine, own);
  }
  const known = own.get(element.key);
  const labels = label ?? undefined;
  if (known !== undefined && known.labels === labels && known.rows === rows) return known;
  const id = engine.values().id;
  const made = {
    ...viewField(engine.page, element.field),
    labels,
    recordId: typeof id === 'string' ? id : undefined,
    values: () => engine.values(),
    misfit: personMisfit(engine.page, element.field, () => engine.values()),
    rows,
  };
  own.set(element.key, made);
  return made;
}
