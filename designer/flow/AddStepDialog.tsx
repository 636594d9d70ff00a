import { Form, Input, Select } from 'antd';
import { useEffect, useState } from 'react';
import type { Entity } from '../../src/core/dialect/entity.generated.ts';
import type { OverlayAddress, OverlayEdit } from '../../src/core/overlay/overlay.ts';
import { Dialog } from '../../src/ui/Dialog.tsx';
import { type KnownName, useGroupNames } from '../names/GroupNames.tsx';
import { soundKey } from '../names/sound-key.ts';
import { flowStates } from './flow-parts.ts';
import { useFlowText } from './texts.ts';

/** Between which states a new step is asked for. */
export interface Ends {
  readonly from: readonly string[];
  readonly to: string | undefined;
}

interface Asked extends Ends {
  readonly title: string;
  readonly key: string;
  readonly roles: readonly string[];
  readonly pages: readonly string[];
  readonly fields: readonly string[];
  readonly guard: string;
  readonly message: string;
}

/** Asks what a new step is: the way to connect states by keyboard, and what a line drawn between them leads to. */
export function AddStepDialog({
  ends,
  entity,
  onAdd,
  onClose,
}: {
  /** Undefined while it is closed. */
  ends: Ends | undefined;
  entity: Entity;
  /** Gives why it cannot be. */
  onAdd(edits: readonly OverlayEdit[], at: OverlayAddress): string | undefined;
  onClose(): void;
}) {
  const text = useFlowText();
  const { roles } = useGroupNames();
  const [asked, setAsked] = useState<Partial<Asked>>({});
  const [fault, setFault] = useState<string>();
  useEffect(() => {
    if (ends === undefined) return;
    setAsked({ ...ends, pages: pagesOf(entity, ends.from) });
    setFault(undefined);
  }, [ends, entity]);
  const { title = '', from = [], to, fields = [], pages = [], guard = '', message = '' } = asked;
  const isTaken = (key: string) =>
    [...Object.entries(entity.transitions ?? {}), ...Object.entries(entity.actions ?? {})].some(
      ([other, value]) => other === key || ('id' in value && value.id === key),
    );
  const key = asked.key ?? soundKey(title, 'step', isTaken);
  const take = (next: Partial<Asked>) => setAsked((before) => ({ ...before, ...next }));
  const add = () => {
    if (title.trim() === '' || from.length === 0) {
      setFault(text('steps.missing'));
      return;
    }
    const edits = stepEdits(entity, { ...asked, title: title.trim(), key, from, to, fields, pages, guard, message });
    const wrong = onAdd(edits, ['transitions', key]);
    setFault(wrong);
    if (wrong === undefined) onClose();
  };
  const states = flowStates(entity).map(({ key: value, title: label }) => ({ value, label }));
  const properties = Object.entries(entity.record.properties).flatMap(([value, property]) =>
    property.hidden === true || property.compute !== undefined ? [] : [{ value, label: property.title }],
  );
  const pageOptions = Object.entries(entity.pages ?? {}).map(([value, page]) => ({ value, label: page.title }));
  return (
    <Dialog
      open={ends !== undefined}
      title={text('steps.add')}
      okText={text('steps.add')}
      width={560}
      onOk={add}
      onClose={onClose}
    >
      <Form layout="vertical" component={false}>
        <Form.Item
          label={text('steps.name')}
          htmlFor="ds-step-title"
          required
          validateStatus={fault === undefined ? '' : 'error'}
          help={fault}
        >
          <Input
            id="ds-step-title"
            autoFocus
            value={title}
            maxLength={60}
            onChange={(event) => take({ title: event.target.value })}
            onPressEnter={add}
          />
        </Form.Item>
        <div className="anlan-ds-flow-pair">
          <Form.Item label={text('steps.from')} htmlFor="ds-step-from" required>
            <Several id="ds-step-from" value={from} options={states} onChange={(next) => take({ from: next })} />
          </Form.Item>
          <Form.Item label={text('steps.to')} htmlFor="ds-step-to">
            <Select
              id="ds-step-to"
              allowClear
              placeholder={text('steps.stay')}
              value={to}
              options={states}
              onChange={(next) => take({ to: next })}
            />
          </Form.Item>
        </div>
        <Form.Item label={text('steps.roles')} htmlFor="ds-step-roles" extra={text('steps.roles.hint')}>
          <Several
            id="ds-step-roles"
            value={asked.roles ?? []}
            options={roles.filter(({ value }) => value !== 'everyone')}
            onChange={(next) => take({ roles: next })}
          />
        </Form.Item>
        <Form.Item label={text('steps.pages')} htmlFor="ds-step-pages">
          <Several id="ds-step-pages" value={pages} options={pageOptions} onChange={(next) => take({ pages: next })} />
        </Form.Item>
        <Form.Item label={text('steps.required')} htmlFor="ds-step-fields">
          <Several
            id="ds-step-fields"
            value={fields}
            options={properties}
            onChange={(next) => take({ fields: next })}
          />
        </Form.Item>
        <div className="anlan-ds-flow-pair">
          <Form.Item label={text('steps.guard')} htmlFor="ds-step-guard">
            <Input id="ds-step-guard" value={guard} onChange={(event) => take({ guard: event.target.value })} />
          </Form.Item>
          <Form.Item label={text('steps.guard.else')} htmlFor="ds-step-else">
            <Input id="ds-step-else" value={message} onChange={(event) => take({ message: event.target.value })} />
          </Form.Item>
        </div>
        <Form.Item label={text('steps.key')} htmlFor="ds-step-key" extra={text('steps.key.hint')}>
          <Input id="ds-step-key" value={key} onChange={(event) => take({ key: event.target.value })} />
        </Form.Item>
      </Form>
    </Dialog>
  );
}

/** A choice of several, found by their titles. */
function Several({
  id,
  value,
  options,
  onChange,
}: {
  id: string;
  value: readonly string[];
  options: readonly KnownName[];
  onChange(next: readonly string[]): void;
}) {
  return (
    <Select
      id={id}
      mode="multiple"
      value={[...value]}
      options={[...options]}
      optionFilterProp="label"
      onChange={onChange}
    />
  );
}

/** Pages that offer other steps from the same states: where the button of one more is looked for. */
function pagesOf({ pages = {}, transitions = {} }: Entity, from: readonly string[]): readonly string[] {
  const beside = new Set(
    Object.entries(transitions).flatMap(([key, step]) =>
      step.from.some((state) => from.includes(state)) ? [key] : [],
    ),
  );
  return Object.entries(pages).flatMap(([code, { actions = [] }]) =>
    actions.some((action) => beside.has(action)) ? [code] : [],
  );
}

/** One command: the step, its button on the pages, and the right of the roles to it there. */
function stepEdits(entity: Entity, asked: Partial<Asked> & { key: string; pages: readonly string[] }): OverlayEdit[] {
  const { key, title, from, to, roles = [], pages, fields = [], guard = '', message = '' } = asked;
  const value = {
    title,
    from,
    ...(to === undefined ? {} : { to }),
    who: roles.length === 0 ? ['creator'] : roles.map((role) => ({ role })),
    ...(fields.length === 0 ? {} : { fields: Object.fromEntries(fields.map((field) => [field, { required: true }])) }),
    ...(guard.trim() === '' ? {} : { when: [{ when: guard.trim(), else: message.trim() || title }] }),
  };
  const at = ['transitions', key];
  const after = Object.entries(entity.transitions ?? {}).at(-1);
  const edits: OverlayEdit[] = [
    { edit: 'add', at, after: after === undefined ? null : (after[1].id ?? after[0]), value },
  ];
  for (const code of pages) {
    const page = entity.pages?.[code];
    const last = (list: readonly string[] | undefined) => list?.at(-1) ?? null;
    edits.push({ edit: 'add', at: ['pages', code, 'actions', key], after: last(page?.actions), value: key });
    for (const role of roles) {
      const granted = page?.grants?.[role];
      edits.push({ edit: 'add', at: ['pages', code, 'grants', role, key], after: last(granted), value: key });
    }
  }
  return edits;
}
