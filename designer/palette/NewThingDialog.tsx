import { Checkbox, Form, Input, type InputRef, Select } from 'antd';
import { type KeyboardEvent, memo, useEffect, useRef, useState } from 'react';
import type { Entity } from '../../src/core/dialect/entity.generated.ts';
import type { OverlayAddress, OverlayEdit, OverlayPlace } from '../../src/core/overlay/overlay.ts';
import { useLoaded } from '../../src/field-types/use-loaded.ts';
import { Dialog } from '../../src/ui/Dialog.tsx';
import { focusFirst } from '../../src/ui/focus-first.ts';
import { whenThere } from '../../src/ui/when-there.ts';
import { soundKey } from '../names/sound-key.ts';
import { fetchSubjects } from '../session/design-calls.ts';
import { isLike } from '../texts/like.ts';
import { useBeginningTitle } from './AddPalette.tsx';
import { beginningEdits, isFieldTaken, linesOf, type NewKind, needsTarget } from './beginnings.ts';
import { usePaletteText } from './texts.ts';
import { titlesOf } from './titles.ts';

/** A new field or section, and the place that it is for. */
export interface NewThing {
  readonly beginning: Exclude<NewKind, { kind: 'columns' | 'many' }>;
  readonly place: OverlayPlace;
}

/** Asks what a new field or section is called, and what else it cannot be without. Enter in the name adds it. */
export const NewThingDialog = memo(function NewThingDialog({
  thing,
  entity,
  onAdd,
  onClose,
}: {
  /** Undefined while nothing is added. */
  thing: NewThing | undefined;
  entity: Entity;
  /** Gives why it cannot be. */
  onAdd(edits: readonly OverlayEdit[], at: OverlayAddress): string | undefined;
  onClose(): void;
}) {
  const text = usePaletteText();
  const titleOf = useBeginningTitle();
  const [title, setTitle] = useState('');
  const [key, setKey] = useState<string>();
  const [typed, setTyped] = useState('');
  const [required, setRequired] = useState(false);
  const [target, setTarget] = useState<string>();
  const [fault, setFault] = useState<{ readonly at: 'title' | 'key' | 'target'; readonly message: string }>();
  const { data: subjects = [] } = useLoaded(
    thing !== undefined && needsTarget(thing.beginning) ? 'targets' : undefined,
    () => fetchSubjects(),
  );
  const name = useRef<InputRef>(null);
  useEffect(() => {
    if (thing === undefined) return;
    // Once the dialog is on the page: before that nothing in it takes the focus, which goes to its first button instead.
    whenThere(
      () => name.current,
      (input) => input.focus(),
    );
    setTitle('');
    setKey(undefined);
    setTyped('');
    setRequired(false);
    setTarget(undefined);
    setFault(undefined);
  }, [thing]);
  if (thing === undefined) return null;
  const { beginning, place } = thing;
  const isSection = beginning.kind === 'section';
  const lines = linesOf(beginning);
  const isTaken = isSection
    ? (other: string) => Object.hasOwn(entity.form?.sections ?? {}, other)
    : isFieldTaken(entity);
  const code = key ?? soundKey(title, isSection ? 'section' : 'field', isTaken);
  const add = () => {
    if (needsTarget(beginning) && target === undefined) {
      setFault({ at: 'target', message: text('ask.target.missing') });
      return;
    }
    const titles = titlesOf(entity, isSection);
    const named = title.trim();
    if (titles.has(named)) {
      setFault({ at: 'title', message: text(isSection ? 'ask.taken.section' : 'ask.taken', { title: named }) });
      name.current?.focus();
      return;
    }
    const given = typed
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean);
    const standing = ['1', '2'].map((count) =>
      text(lines === 'columns' ? 'ask.default.column' : 'ask.default.option', { count }),
    );
    const { edits, at } = beginningEdits(
      beginning,
      {
        title: named || freeTitle(text(isSection ? 'ask.default.section' : 'ask.default'), titles),
        key: code,
        lines: given.length > 0 ? given : standing,
        required: required && !isSection,
        ...(target === undefined ? {} : { target }),
      },
      place,
    );
    const wrong = onAdd(edits, at);
    setFault(wrong === undefined ? undefined : { at: 'key', message: wrong });
    if (wrong === undefined) onClose();
  };
  const told = (at: 'title' | 'key' | 'target') =>
    fault?.at === at ? { validateStatus: 'error' as const, help: fault.message } : {};
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) add();
  };
  return (
    <Dialog
      open
      title={text('ask.title', { what: titleOf(beginning) })}
      okText={text('ask.ok')}
      onOk={add}
      onShown={() => focusFirst(name.current?.input)}
      onClose={onClose}
    >
      <Form layout="vertical" component={false}>
        <Form.Item
          label={text(isSection ? 'ask.name.section' : 'ask.name')}
          htmlFor="ds-new-title"
          required
          {...told('title')}
        >
          <Input
            id="ds-new-title"
            ref={name}
            value={title}
            maxLength={100}
            onChange={(event) => setTitle(event.target.value)}
            onPressEnter={add}
          />
        </Form.Item>
        {lines === undefined ? null : (
          <Form.Item label={text(`ask.${lines}`)} htmlFor="ds-new-lines">
            <Input.TextArea
              id="ds-new-lines"
              rows={4}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              onKeyDown={keys}
            />
          </Form.Item>
        )}
        {needsTarget(beginning) ? (
          <Form.Item label={text('ask.target')} htmlFor="ds-new-target" required {...told('target')}>
            <Select
              id="ds-new-target"
              showSearch={{ filterOption: (input, option) => isLike(String(option?.label), input) }}
              value={target}
              onChange={setTarget}
              options={subjects.map(({ entity: value, title: label }) => ({ value, label }))}
            />
          </Form.Item>
        ) : null}
        {isSection ? null : (
          <Form.Item>
            <Checkbox checked={required} onChange={(event) => setRequired(event.target.checked)} onKeyDown={keys}>
              {text('ask.required')}
            </Checkbox>
          </Form.Item>
        )}
        <Form.Item
          label={text(isSection ? 'ask.key.section' : 'ask.key')}
          htmlFor="ds-new-key"
          extra={text('ask.key.hint')}
          {...told('key')}
        >
          <Input id="ds-new-key" value={code} onChange={(event) => setKey(event.target.value)} onPressEnter={add} />
        </Form.Item>
      </Form>
    </Dialog>
  );
});

function freeTitle(title: string, taken: ReadonlySet<string>): string {
  let free = title;
  for (let count = 2; taken.has(free); count += 1) free = `${title}${count}`;
  return free;
}
