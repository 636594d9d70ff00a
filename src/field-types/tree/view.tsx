import { TreeSelect } from 'antd';
import { useState } from 'react';
import { choicePlace } from '../choice-place.ts';
import { type TreeChoice, useFieldServices } from '../field-services.ts';
import type { ChosenLabel, EditProps, FieldView, FilterProps, ViewField } from '../field-view.ts';
import { rememberLabel } from '../known-labels.ts';
import { chosenRecords, ReferenceCell, ReferenceRead } from '../reference-value.tsx';
import { fieldText } from '../text.ts';
import { keysOf } from '../text-field.tsx';
import { useLoaded } from '../use-loaded.ts';

interface TreeOption {
  readonly value: string;
  readonly title: string;
  readonly disabled?: boolean;
  readonly children: TreeOption[];
}

/** Options of the tree; a record and all below it cannot be its own parent. */
export function treeOptions(choices: readonly TreeChoice[], without: string | undefined, below = false): TreeOption[] {
  return choices.map((choice) => {
    const disabled = below || choice.id === without;
    const children = treeOptions(choice.children ?? [], without, disabled);
    return { value: choice.id, title: choice.label, ...(disabled ? { disabled } : {}), children };
  });
}

interface BoxProps {
  readonly id: string;
  readonly field: ViewField;
  readonly value: unknown;
  readonly multiple: boolean;
  readonly disabled?: boolean;
  readonly invalid?: boolean;
  readonly describedBy?: string | undefined;
  readonly onBlur?: () => void;
  readonly onChosen: (ids: readonly string[], labels: readonly string[]) => void;
}

function TreeBox({ id, field, value, multiple, disabled, invalid, describedBy, onBlur, onChosen }: BoxProps) {
  const services = useFieldServices();
  const target = field.target ?? '';
  // The tree is read when it is first opened; until then the names come with the record.
  const [opened, setOpened] = useState(false);
  const place = opened ? choicePlace(field) : undefined;
  const loaded = useLoaded(opened ? `${target}/${JSON.stringify(place)}` : undefined, (signal) =>
    services.treeRecords(target, signal, place),
  );
  const chosen = chosenRecords(field, value);
  const own = field.property.ref?.entity === target ? field.recordId : undefined;
  const pick = (picked: unknown) => {
    const list = (Array.isArray(picked) ? picked : picked === undefined || picked === null ? [] : [picked]) as {
      value: string;
      label: unknown;
    }[];
    const labels = list.map((one) => String(one.label ?? one.value));
    list.forEach((one, index) => {
      rememberLabel(target, one.value, labels[index] ?? one.value);
    });
    onChosen(
      list.map((one) => one.value),
      labels,
    );
  };
  const held = chosen.map((record) => ({ value: record.id, label: record.label }));
  return (
    <TreeSelect
      id={id}
      className="anlan-wide"
      labelInValue
      treeDefaultExpandAll={(loaded.data?.length ?? 0) < 10}
      showSearch={{ treeNodeFilterProp: 'title' }}
      allowClear
      multiple={multiple}
      maxTagCount="responsive"
      loading={loaded.loading}
      notFoundContent={loaded.error ?? (loaded.loading ? fieldText('loading') : fieldText('nothing'))}
      treeData={treeOptions(loaded.data ?? [], own)}
      value={multiple ? held : held[0]}
      onChange={pick}
      onOpenChange={(open: boolean) => {
        if (open) setOpened(true);
      }}
      onBlur={onBlur}
      disabled={disabled ?? false}
      placeholder={disabled ? '' : fieldText('choose')}
      status={invalid ? 'error' : ''}
      aria-invalid={invalid}
      aria-describedby={describedBy}
    />
  );
}

function Edit({ onChange, field, ...props }: EditProps) {
  return (
    <TreeBox
      {...props}
      field={field}
      multiple={field.multiple}
      onChosen={(ids, labels) => {
        const label: ChosenLabel = field.multiple ? labels : (labels[0] ?? null);
        const value = field.multiple ? (ids.length === 0 ? null : ids) : (ids[0] ?? null);
        onChange(value, value === null ? null : label);
      }}
    />
  );
}

function Filter({ id, field, value, onChange }: FilterProps) {
  return (
    <TreeBox
      id={id}
      field={field}
      value={keysOf(value)}
      multiple
      onChosen={(ids, labels) => onChange(ids.length === 0 ? undefined : ids, ids.length === 0 ? null : labels)}
    />
  );
}

export const view: FieldView = { Edit, Read: ReferenceRead, Cell: ReferenceCell, Filter };
