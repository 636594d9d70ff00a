import { Form, Input, Select } from 'antd';
import { type KeyboardEvent, memo, useEffect, useMemo, useState } from 'react';
import type { Entity } from '../../src/core/dialect/entity.generated.ts';
import { FIELD_KINDS, type FieldKind, hasOwnOptions, optionsFrom } from '../../src/core/new-entity/field-kinds.ts';
import { listedFields } from '../../src/core/new-entity/listed-fields.ts';
import { newProperty } from '../../src/core/new-entity/new-entity.ts';
import type { OverlayAddress, OverlayEdit, OverlayPlace } from '../../src/core/overlay/overlay.ts';
import { Dialog } from '../../src/ui/Dialog.tsx';
import { whenThere } from '../../src/ui/when-there.ts';
import { soundKey } from '../names/sound-key.ts';
import { useNewText } from '../new/texts.ts';
import { FIELDS } from '../outline/groups.ts';
import { isFieldTaken } from './beginnings.ts';
import { usePaletteText } from './texts.ts';
import { titlesOf } from './titles.ts';

/** Most fields that are made at once. */
const MOST = 50;

/** Asks for titles, one a line, and makes a field of each; what each becomes is shown, and may be another kind. */
export const ManyFieldsDialog = memo(function ManyFieldsDialog({
  place,
  entity,
  onAdd,
  onClose,
}: {
  /** Where they come; undefined while none are added. */
  place: OverlayPlace | undefined;
  entity: Entity;
  /** Gives why they cannot be. */
  onAdd(edits: readonly OverlayEdit[], at: OverlayAddress): string | undefined;
  onClose(): void;
}) {
  const text = usePaletteText();
  const kindText = useNewText();
  const [typed, setTyped] = useState('');
  const [kinds, setKinds] = useState<Readonly<Record<string, FieldKind>>>({});
  const [fault, setFault] = useState<string>();
  useEffect(() => {
    if (place === undefined) return;
    whenThere(
      () => document.querySelector<HTMLElement>('#ds-many-titles'),
      (box) => box.focus(),
    );
    setTyped('');
    setKinds({});
    setFault(undefined);
  }, [place]);
  const listed = useMemo(
    () => listedFields(typed).map((field) => ({ ...field, kind: kinds[field.title] ?? field.kind })),
    [typed, kinds],
  );
  if (place === undefined) return null;
  const add = () => {
    const titles = titlesOf(entity, false);
    const twice = listed.find(({ title }) => titles.has(title));
    const wrong =
      listed.length === 0
        ? text('many.none')
        : listed.length > MOST
          ? text('many.most', { most: MOST })
          : twice && text('ask.taken', { title: twice.title });
    if (wrong !== undefined) return setFault(wrong);
    const keys = new Set<string>();
    let after = place.after;
    const edits = listed.flatMap(({ title, kind, required, options }): OverlayEdit[] => {
      const isTaken = isFieldTaken(entity);
      const key = soundKey(title, 'field', (other) => keys.has(other) || isTaken(other));
      keys.add(key);
      const at = [...FIELDS, key];
      const choices = options.length > 0 ? options : optionsFrom([title]);
      const value = newProperty({ title, kind, ...(hasOwnOptions(kind) ? { options: choices } : {}) });
      const made: OverlayEdit[] = [{ edit: 'add', at, ...place, after, value }];
      if (required) made.push({ edit: 'set', at, property: 'required', base: false, value: true });
      after = key;
      return made;
    });
    const told = onAdd(edits, [...FIELDS, String(after)]);
    setFault(told);
    if (told === undefined) onClose();
  };
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) add();
  };
  return (
    <Dialog open title={text('many.title')} okText={text('ask.ok')} onOk={add} onClose={onClose}>
      <Form layout="vertical" component={false}>
        <Form.Item
          label={text('many.titles')}
          htmlFor="ds-many-titles"
          extra={text('many.hint')}
          required
          {...(fault === undefined ? {} : { validateStatus: 'error' as const, help: fault })}
        >
          <Input.TextArea
            id="ds-many-titles"
            rows={7}
            value={typed}
            placeholder={text('many.example')}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={keys}
          />
        </Form.Item>
      </Form>
      {listed.length === 0 ? null : (
        <section aria-label={text('many.made', { count: listed.length })}>
          <h3 className="anlan-ds-small">{text('many.made', { count: listed.length })}</h3>
          <ul className="anlan-ds-many">
            {listed.map(({ title, kind, required, options }) => (
              <li key={title}>
                <span>
                  {required ? <span aria-hidden className="anlan-ds-required" /> : null}
                  {title}
                  {hasOwnOptions(kind) && options.length > 0 ? (
                    <small className="anlan-ds-quiet"> {options.map((option) => option.title).join('、')}</small>
                  ) : null}
                </span>
                <Select<FieldKind>
                  size="small"
                  aria-label={kindText('fields.kind.of', { title })}
                  value={kind}
                  onChange={(next) => setKinds({ ...kinds, [title]: next })}
                  options={(Object.keys(FIELD_KINDS) as FieldKind[]).map((value) => ({
                    value,
                    label: kindText(`kind.${value}`),
                  }))}
                />
              </li>
            ))}
          </ul>
        </section>
      )}
    </Dialog>
  );
});
