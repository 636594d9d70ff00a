import { Checkbox, Form, Input, Select } from 'antd';
import { useEffect, useState } from 'react';
import type { Entity } from '../../src/core/dialect/entity.generated.ts';
import type { OverlayAddress, OverlayEdit } from '../../src/core/overlay/overlay.ts';
import { Dialog } from '../../src/ui/Dialog.tsx';
import { soundKey } from '../names/sound-key.ts';
import { useDesignerText } from '../texts/texts.ts';

/** What a new field is, by the choice of the dialog. */
const KINDS = {
  input: { field: 'input', type: 'string' },
  textarea: { field: 'textarea', type: 'string' },
  number: { field: 'number', type: 'number', scale: 2 },
  date: { field: 'date', type: 'string', format: 'date' },
  select: { field: 'select', type: 'string' },
  radio: { field: 'radio', type: 'string' },
  user: { field: 'orgSelect', type: 'string', org: 'user' },
  dept: { field: 'orgSelect', type: 'string', org: 'dept' },
  upload: { field: 'upload', type: 'array' },
} as const;

type Kind = keyof typeof KINDS;

const hasOptions = (kind: Kind): boolean => kind === 'select' || kind === 'radio';

/** Asks what a new field is; it comes behind the chosen field, in its section. */
export function AddFieldDialog({
  open,
  entity,
  behind,
  onAdd,
  onClose,
}: {
  open: boolean;
  entity: Entity;
  /** The chosen field's id, and its section. */
  behind: { readonly after: string | null; readonly section?: string };
  /** Gives why it cannot be. */
  onAdd(edits: readonly OverlayEdit[], at: OverlayAddress): string | undefined;
  onClose(): void;
}) {
  const text = useDesignerText();
  const [title, setTitle] = useState('');
  const [key, setKey] = useState<string>();
  const [kind, setKind] = useState<Kind>('input');
  const [options, setOptions] = useState('');
  const [required, setRequired] = useState(false);
  const [fault, setFault] = useState<string>();
  useEffect(() => {
    if (!open) return;
    setTitle('');
    setKey(undefined);
    setKind('input');
    setOptions('');
    setRequired(false);
    setFault(undefined);
  }, [open]);
  const isTaken = (other: string) =>
    Object.entries(entity.record.properties).some(([taken, { id }]) => taken === other || id === other);
  const code = key ?? soundKey(title, 'field', isTaken);
  const add = () => {
    const lines = options
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean);
    const choices = Object.fromEntries(
      lines.map((line, index) => [String(index + 1), { title: line, order: (index + 1) * 10 }]),
    );
    const at = ['record', 'properties', code];
    const value = {
      title: title.trim() || text('add.title'),
      ...KINDS[kind],
      ...(hasOptions(kind) ? { options: choices } : {}),
    };
    const edits: OverlayEdit[] = [
      {
        edit: 'add',
        at,
        after: behind.after,
        ...(behind.section === undefined ? {} : { section: behind.section }),
        value,
      },
      ...(required ? [{ edit: 'set', at, property: 'required', base: false, value: true } as const] : []),
    ];
    const wrong = onAdd(edits, at);
    setFault(wrong);
    if (wrong === undefined) onClose();
  };
  return (
    <Dialog open={open} title={text('add.field')} okText={text('add.ok')} onOk={add} onClose={onClose}>
      <Form layout="vertical" component={false}>
        <Form.Item label={text('add.name')} htmlFor="ds-add-title" required>
          <Input
            id="ds-add-title"
            autoFocus
            value={title}
            maxLength={100}
            onChange={(event) => setTitle(event.target.value)}
            onPressEnter={add}
          />
        </Form.Item>
        <Form.Item label={text('add.type')} htmlFor="ds-add-type">
          <Select
            id="ds-add-type"
            value={kind}
            onChange={setKind}
            options={(Object.keys(KINDS) as Kind[]).map((value) => ({ value, label: text(`type.${value}`) }))}
          />
        </Form.Item>
        {hasOptions(kind) ? (
          <Form.Item label={text('add.options')} htmlFor="ds-add-options">
            <Input.TextArea
              id="ds-add-options"
              rows={4}
              value={options}
              onChange={(event) => setOptions(event.target.value)}
            />
          </Form.Item>
        ) : null}
        <Form.Item
          label={text('add.key')}
          htmlFor="ds-add-key"
          extra={text('add.key.hint')}
          validateStatus={fault === undefined ? '' : 'error'}
          help={fault}
        >
          <Input id="ds-add-key" value={code} onChange={(event) => setKey(event.target.value)} />
        </Form.Item>
        <Checkbox checked={required} onChange={(event) => setRequired(event.target.checked)}>
          {text('add.required')}
        </Checkbox>
      </Form>
    </Dialog>
  );
}
