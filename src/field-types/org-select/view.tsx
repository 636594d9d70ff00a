import { Button, Tag } from 'antd';
import { Suspense, useState } from 'react';
import { lazyPiece } from '../../ui/lazy-piece.tsx';
import { choicePlace } from '../choice-place.ts';
import { type RecordChoice, useFieldServices } from '../field-services.ts';
import type { EditProps, FieldView, FilterProps, ViewField } from '../field-view.ts';
import { rememberLabel } from '../known-labels.ts';
import { chosenRecords, ReferenceCell, ReferenceRead } from '../reference-value.tsx';
import { fieldText } from '../text.ts';
import { keysOf } from '../text-field.tsx';
import { useLoaded } from '../use-loaded.ts';
import type { OrgKind } from './org-kind.ts';

const OrgPicker = lazyPiece(
  () => import('./OrgPicker.tsx').then((module) => module.OrgPicker),
  ({ onCancel }) => onCancel(),
);

/** Most selections where the field does not say. */
const DEFAULT_LIMIT = 99;

function kindOf(field: ViewField): OrgKind {
  return field.property.org ?? 'user';
}

interface BoxProps {
  readonly id: string;
  readonly field: ViewField;
  readonly value: unknown;
  readonly multiple: boolean;
  readonly limit: number;
  readonly disabled: boolean;
  readonly invalid: boolean;
  readonly describedBy: string | undefined;
  readonly onChosen: (records: readonly RecordChoice[]) => void;
  readonly onBlur?: () => void;
  /** Names shown before the rest is only counted. */
  readonly shown: number;
}

/** The chosen ones with their names; those that nobody knows are asked for, and a failure of that is said. */
function useNamed(field: ViewField, value: unknown): { records: readonly RecordChoice[]; failed: boolean } {
  const services = useFieldServices();
  const records = chosenRecords(field, value);
  const { target } = field;
  const unknown = records.filter(({ id, label }) => id === label || label === field.nameless).map(({ id }) => id);
  // Of a draft it is asked again once the server has said to what it refers.
  const asked =
    target === undefined || unknown.length === 0 ? undefined : `${target}/${unknown.join()}/${field.nameless ?? ''}`;
  const loaded = useLoaded(asked, (signal) => services.recordLabels(target ?? '', unknown, signal, choicePlace(field)));
  if (asked === undefined) return { records, failed: false };
  const names = new Map((loaded.data ?? []).map(({ id, label }) => [id, label]));
  for (const { id, label } of loaded.data ?? []) if (target !== undefined) rememberLabel(target, id, label);
  return {
    records: records.map(({ id, label }) => ({ id, label: names.get(id) ?? label })),
    failed:
      field.nameless === undefined &&
      (loaded.error !== undefined || (!loaded.loading && unknown.some((id) => !names.has(id)))),
  };
}

/** What stands in an empty box. */
function placeholderOf(field: ViewField, multiple: boolean): string | undefined {
  return field.property.placeholder ?? (kindOf(field) === 'dept' && multiple ? fieldText('org.units') : undefined);
}

function Failed() {
  return (
    <span className="anlan-file-error" role="alert">
      {fieldText('org.failed')}
    </span>
  );
}

/** The chosen ones as tags, and the button that opens the dialog; locked it has none, since nobody could press it. */
function OrgBox(props: BoxProps) {
  const { id, field, value, multiple, limit, disabled, invalid, describedBy, onChosen, onBlur, shown } = props;
  const [open, setOpen] = useState(false);
  const { records: chosen, failed } = useNamed(field, value);
  const placeholder = chosen.length === 0 ? placeholderOf(field, multiple) : undefined;
  const title = fieldText(`org.${kindOf(field)}`);
  const close = () => {
    setOpen(false);
    // The dialog is left like a field: what was chosen is checked now.
    onBlur?.();
  };
  const names = (
    <>
      {chosen.slice(0, shown).map((record) => (
        <Tag
          key={record.id}
          closable={disabled ? false : { 'aria-label': fieldText('remove', { name: record.label }) }}
          onClose={(event) => {
            event.preventDefault();
            onChosen(chosen.filter((one) => one.id !== record.id));
          }}
        >
          {record.label}
        </Tag>
      ))}
      {chosen.length > shown && <span className="anlan-count">{fieldText('andMore', { count: chosen.length })}</span>}
    </>
  );
  if (disabled) {
    return (
      <div className={invalid ? 'anlan-box anlan-box-invalid' : 'anlan-box'} data-disabled>
        <output id={id} className="anlan-box-names" aria-describedby={describedBy}>
          {names}
        </output>
        {failed && <Failed />}
      </div>
    );
  }
  return (
    <div className={invalid ? 'anlan-box anlan-box-invalid' : 'anlan-box'}>
      {names}
      {placeholder !== undefined && <span className="anlan-empty">{placeholder}</span>}
      <Button
        id={id}
        size="small"
        type="link"
        onClick={() => setOpen(true)}
        aria-haspopup="dialog"
        aria-invalid={invalid}
        aria-describedby={describedBy}
      >
        {chosen.length > 0 && !multiple ? fieldText('change') : fieldText('chooseOf', { title })}
      </Button>
      {failed && <Failed />}
      {open && (
        <Suspense fallback={null}>
          <OrgPicker
            kind={kindOf(field)}
            title={fieldText('chooseOf', { title: field.title })}
            multiple={multiple}
            limit={limit}
            chosen={chosen}
            misfit={field.misfit}
            onCancel={close}
            onConfirm={(records) => {
              for (const record of records) {
                if (field.target) rememberLabel(field.target, record.id, record.label);
              }
              onChosen(records);
              close();
            }}
          />
        </Suspense>
      )}
    </div>
  );
}

function Edit({ id, value, onChange, onBlur, field, disabled, invalid, describedBy }: EditProps) {
  return (
    <OrgBox
      id={id}
      field={field}
      value={value}
      multiple={field.multiple}
      limit={field.multiple ? (field.property.maxItems ?? DEFAULT_LIMIT) : 1}
      disabled={disabled}
      invalid={invalid}
      describedBy={describedBy}
      shown={20}
      onBlur={onBlur}
      onChosen={(records) => {
        const first = records[0];
        if (first === undefined) onChange(null, null);
        else if (field.multiple)
          onChange(
            records.map((record) => record.id),
            records.map((record) => record.label),
          );
        else onChange(first.id, first.label);
      }}
    />
  );
}

function Filter({ id, value, onChange, field }: FilterProps) {
  return (
    <OrgBox
      id={id}
      field={field}
      value={keysOf(value)}
      multiple
      limit={DEFAULT_LIMIT}
      disabled={false}
      invalid={false}
      describedBy={undefined}
      shown={1}
      onChosen={(records) => {
        const ids = records.map((record) => record.id);
        onChange(ids.length === 0 ? undefined : ids, ids.length === 0 ? null : records.map((record) => record.label));
      }}
    />
  );
}

export const view: FieldView = { Edit, Read: ReferenceRead, Cell: ReferenceCell, Filter };
