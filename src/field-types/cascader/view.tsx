import { Cascader, TreeSelect } from 'antd';
import { useMemo, useState } from 'react';
import type { Choice } from '../../core/field-type.ts';
import { offeredChoices } from '../../core/validation/parent-choices.ts';
import { choicePlace } from '../choice-place.ts';
import { type TreeChoice, useFieldServices } from '../field-services.ts';
import type { EditProps, FieldView, FilterProps, ReadProps } from '../field-view.ts';
import { rememberLabel } from '../known-labels.ts';
import { chosenRecords, ReferenceCell, ReferenceRead } from '../reference-value.tsx';
import { fieldText } from '../text.ts';
import { keysOf, TextCell, TextRead } from '../text-field.tsx';
import { view as tree } from '../tree/view.tsx';
import { useLoaded } from '../use-loaded.ts';
import { PATH_SEPARATOR } from './definition.ts';

interface CascadeOption {
  readonly value: string;
  readonly label: string;
  readonly disabled?: boolean;
  readonly children?: CascadeOption[];
}

/** Columns of a tree of records; a record and all below it cannot be its own parent. */
export function recordOptions(
  records: readonly TreeChoice[],
  without: string | undefined,
  below = false,
): CascadeOption[] {
  return records.map(({ id, label, children = [] }) => {
    const disabled = below || id === without;
    return {
      value: id,
      label,
      ...(disabled ? { disabled } : {}),
      ...(children.length > 0 ? { children: recordOptions(children, without, disabled) } : {}),
    };
  });
}

/** Columns of choices that name their parents; sealed ones can no longer be chosen. */
export function choiceColumns(choices: readonly Choice[], parent?: string): CascadeOption[] {
  const known = new Set(choices.map(({ key }) => key));
  return choices
    .filter(
      (choice) => (choice.parent !== undefined && known.has(choice.parent) ? choice.parent : undefined) === parent,
    )
    .map((choice) => {
      const children = choiceColumns(choices, choice.key);
      return {
        value: choice.key,
        label: choice.title,
        ...(choice.sealed ? { disabled: true } : {}),
        ...(children.length > 0 ? { children } : {}),
      };
    });
}

/** The way to an option from the top, itself included; undefined where the tree does not hold it. */
export function wayTo(options: readonly CascadeOption[], value: string): CascadeOption[] | undefined {
  for (const option of options) {
    if (option.value === value) return [option];
    const below = wayTo(option.children ?? [], value);
    if (below !== undefined) return [option, ...below];
  }
  return undefined;
}

function Edit({ id, value, onChange, onBlur, field, disabled, invalid, describedBy }: EditProps) {
  const services = useFieldServices();
  const { target } = field;
  // The tree is read when it is first opened; until then the name comes with the record.
  const [opened, setOpened] = useState(false);
  const loaded = useLoaded(opened ? target : undefined, (signal) =>
    services.treeRecords(target ?? '', signal, choicePlace(field)),
  );
  const own = field.property.ref?.entity === target ? field.recordId : undefined;
  const { choices, property } = field;
  const above = property.parentField === undefined ? undefined : field.values?.()[property.parentField];
  // biome-ignore lint/correctness/useExhaustiveDependencies: of all values only the one above counts.
  const options = useMemo(
    () =>
      target === undefined
        ? choiceColumns(offeredChoices(property, choices ?? [], field.values?.()))
        : recordOptions(loaded.data ?? [], own),
    [target, property, choices, above, loaded.data, own],
  );
  const key = typeof value === 'string' && value !== '' ? value : undefined;
  const way = key === undefined ? [] : (wayTo(options, key) ?? held(key));
  function held(only: string): CascadeOption[] {
    const [record] = target === undefined ? [] : chosenRecords(field, only);
    return [{ value: only, label: record?.label ?? only }];
  }
  return (
    <Cascader<CascadeOption>
      id={id}
      className="anlan-wide"
      // A value whose tree has not come yet stands among the options by itself, so that its name shows.
      options={options.length === 0 ? way : options}
      value={way.map((option) => option.value)}
      displayRender={() => way.map((option) => option.label).join(PATH_SEPARATOR)}
      onChange={(_, chosen) => {
        const last = (chosen as CascadeOption[] | undefined)?.at(-1);
        if (last === undefined) onChange(null, null);
        else if (target === undefined) onChange(last.value);
        else {
          rememberLabel(target, last.value, last.label);
          onChange(last.value, last.label);
        }
      }}
      changeOnSelect
      allowClear
      showSearch={{
        filter: (text, path) => path.some((option) => option.label.toLowerCase().includes(text.toLowerCase())),
      }}
      loading={loaded.loading}
      notFoundContent={loaded.error ?? (loaded.loading ? fieldText('loading') : fieldText('nothing'))}
      onOpenChange={(open: boolean) => {
        if (open) setOpened(true);
      }}
      onBlur={onBlur}
      disabled={disabled}
      placeholder={field.property.placeholder ?? (disabled ? '' : fieldText('choose'))}
      status={invalid ? 'error' : ''}
      aria-invalid={invalid}
      aria-describedby={describedBy}
    />
  );
}

function Read(props: ReadProps) {
  return props.field.target === undefined ? <TextRead {...props} /> : <ReferenceRead {...props} />;
}

function Cell(props: ReadProps) {
  return props.field.target === undefined ? <TextCell {...props} /> : <ReferenceCell {...props} />;
}

/** Places of a dictionary's tree; each stands for itself and all below it. */
function DictionaryFilter({ id, field, value, onChange }: FilterProps) {
  const options = useMemo(() => choiceColumns(field.choices ?? []), [field.choices]);
  return (
    <TreeSelect
      id={id}
      className="anlan-wide"
      multiple
      allowClear
      treeDefaultExpandAll
      maxTagCount="responsive"
      showSearch={{ treeNodeFilterProp: 'label' }}
      // What can no longer be chosen is still looked for.
      treeData={options.map(enabled)}
      value={keysOf(value) as string[]}
      placeholder={fieldText('choose')}
      onChange={(keys: string[]) => onChange(keys.length === 0 ? undefined : keys)}
    />
  );
}

function enabled({ value, label, children = [] }: CascadeOption): CascadeOption {
  return { value, label, children: children.map(enabled) };
}

function Filter(props: FilterProps) {
  const TreeFilter = tree.Filter;
  return props.field.target === undefined || TreeFilter === undefined ? (
    <DictionaryFilter {...props} />
  ) : (
    <TreeFilter {...props} />
  );
}

export const view: FieldView = { Edit, Read, Cell, Filter };
