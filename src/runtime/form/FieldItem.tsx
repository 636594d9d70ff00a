import { QuestionCircleOutlined } from '@ant-design/icons';
import type { Field } from '@formily/core';
import { FieldContext } from '@formily/react';
import { toJS } from '@formily/reactive';
import { Tooltip } from 'antd';
import type { ReactNode } from 'react';
import type { FieldNode } from '../../compile/form/form-schema.ts';
import type { FieldModel } from '../../core/model/entity-model.ts';
import { clauses } from '../../core/text/punctuate.ts';
import type { WireFault } from '../../core/wire/contract.ts';
import type { ViewField } from '../../field-types/field-view.ts';
import type { FindComponent } from '../../field-types/form-components.ts';
import { fieldText } from '../../field-types/text.ts';
import { viewField } from '../model/record-view.ts';
import { afterPress } from './after-press.ts';
import { FollowMark } from './FollowMark.tsx';
import { fieldShows } from './field-shows.ts';
import type { FormEngine } from './form-engine.ts';
import type { FieldData } from './form-state.ts';
import { OverrideMark } from './OverrideMark.tsx';
import { observed } from './observed.ts';
import { personMisfit } from './person-misfit.ts';
import { RecentMark, RecentRows } from './recent/RecentMark.tsx';

/** Hints longer than this stand behind a mark, so that they do not push the form apart. */
const LONG_HINT = 40;

/** Faults of one field that are named below it. */
const NAMED_FAULTS = 5;

/** Id of the focusable element of a field in a form. */
export function fieldElementId(form: string, key: string): string {
  return `${form}-${key}`;
}

const labels = new WeakMap<FieldNode, ReactNode>();

/** The label's inside, made once for each field: it never changes while the form is filled in. */
function labelOf(schema: FieldNode): ReactNode {
  const made = labels.get(schema);
  if (made !== undefined) return made;
  const { title, description: hint } = schema;
  const text = <span className="anlan-label-text">{title}</span>;
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
  labels.set(schema, label);
  return label;
}

interface FieldItemProps {
  readonly engine: FormEngine;
  readonly schema: FieldNode;
  readonly form: string;
  readonly find: FindComponent;
}

/** Label, input, hint and fault of one field; the only observer of its model, drawn anew for what it observes only. */
export const FieldItem = observed(({ engine, schema, form, find }: FieldItemProps) => {
  const { name, title, description, 'x-decorator-props': place } = schema;
  const model = engine.field(name);
  const field = engine.page.model.field.get(name);
  if (model === undefined || field === undefined || !fieldShows(engine, name)) return null;
  const { required, label, edited, rows } = model.data as FieldData;
  const id = fieldElementId(form, name);
  const fault = messageOf(engine, schema, model);
  const shortHint = description !== undefined && description.length <= LONG_HINT ? description : undefined;
  const helpId = fault !== undefined || shortHint !== undefined ? `${id}-help` : undefined;
  const { component: Entry, by } = find(schema['x-component']);
  const value = place.end === undefined ? model.value : [model.value, engine.field(place.end)?.value];
  // Rows are read as they are, not through their observers.
  const plain = rows === undefined ? (value ?? null) : toJS(value ?? null);
  const entry = (
    <Entry
      id={id}
      value={plain}
      field={subjectOf(engine, field, label, rows)}
      disabled={model.pattern === 'disabled'}
      invalid={fault !== undefined}
      describedBy={helpId}
      faults={field.columns === undefined ? undefined : faultsWithin(engine, name)}
      props={schema['x-component-props']}
      onChange={handlersOf(engine, name).change}
      onBlur={handlersOf(engine, name).blur}
    />
  );
  return (
    <div className={place.span === 'full' ? 'anlan-item anlan-item-full' : 'anlan-item'} data-field={name}>
      <label className={required ? 'anlan-label anlan-label-required' : 'anlan-label'} htmlFor={id}>
        {labelOf(schema)}
      </label>
      <div className="anlan-control">
        {by === 'formily' ? <FieldContext.Provider value={model}>{entry}</FieldContext.Provider> : entry}
        {field.property.recent !== undefined && model.pattern !== 'disabled' && (
          <RecentMark engine={engine} field={field} />
        )}
        {field.columns !== undefined && model.pattern !== 'disabled' && <RecentRows engine={engine} field={field} />}
        {edited === true && model.pattern !== 'disabled' && (
          <FollowMark title={title} onFollow={() => engine.follow(name)} />
        )}
        {field.override !== undefined && (
          <OverrideMark engine={engine} field={field} entryId={fieldElementId(form, field.override.value)} />
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

function messageOf(engine: FormEngine, schema: FieldNode, model: Field): string | undefined {
  const { end } = schema['x-decorator-props'];
  const ofEnd = end === undefined ? [] : (engine.field(end)?.selfErrors ?? []);
  const messages = [...model.selfErrors, ...ofEnd].map(String);
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
  field: FieldModel,
  label: FieldData['label'],
  rows: FieldData['rows'],
): ViewField {
  let own = subjects.get(engine);
  if (own === undefined) {
    own = new Map();
    subjects.set(engine, own);
  }
  const known = own.get(field.key);
  const labels = label ?? undefined;
  const isSame = (view: ViewField) => view.labels === labels && view.rows === rows && view.property === field.property;
  if (known !== undefined && isSame(known)) return known;
  const id = engine.values().id;
  const made = {
    ...viewField(engine.page, field),
    labels,
    recordId: typeof id === 'string' ? id : undefined,
    values: () => engine.values(),
    misfit: personMisfit(engine.page, field, () => engine.values()),
    rows,
  };
  own.set(field.key, made);
  return made;
}
