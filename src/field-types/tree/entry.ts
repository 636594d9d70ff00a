import { useState } from 'react';
import { boxProps } from '../box-props.ts';
import { choicePlace } from '../choice-place.ts';
import { type TreeChoice, useFieldServices } from '../field-services.ts';
import type { ChosenLabel, EditProps, ViewField } from '../field-view.ts';
import { rememberLabel } from '../known-labels.ts';
import { chosenRecords } from '../reference-value.tsx';
import { fieldText } from '../text.ts';
import { useLoaded } from '../use-loaded.ts';

interface TreeOption {
  readonly value: string;
  readonly title: string;
  readonly disabled?: boolean;
  readonly children: TreeOption[];
}

/** Options of the tree; a record and all below it cannot be its own parent. */
function treeOptions(choices: readonly TreeChoice[], without: string | undefined, below = false): TreeOption[] {
  return choices.map((choice) => {
    const disabled = below || choice.id === without;
    const children = treeOptions(choice.children ?? [], without, disabled);
    return { value: choice.id, title: choice.label, ...(disabled ? { disabled } : {}), children };
  });
}

interface TreeBox {
  readonly field: ViewField;
  readonly value: unknown;
  readonly multiple: boolean;
  readonly onChosen: (ids: readonly string[], labels: readonly string[]) => void;
}

/** What a box that chooses in a tree of records is given: what is chosen with its names, and the tree once it is opened. */
export function useTreeBox({ field, value, multiple, onChosen }: TreeBox) {
  const services = useFieldServices();
  const target = field.target ?? '';
  // The tree is read when it is first opened; until then the names come with the record.
  const [opened, setOpened] = useState(false);
  const place = opened ? choicePlace(field) : undefined;
  const loaded = useLoaded(opened ? `${target}/${JSON.stringify(place)}` : undefined, (signal) =>
    services.treeRecords(target, signal, place),
  );
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
  const held = chosenRecords(field, value).map((record) => ({ value: record.id, label: record.label }));
  return {
    treeDefaultExpandAll: (loaded.data?.length ?? 0) < 10,
    showSearch: { treeNodeFilterProp: 'title' },
    multiple,
    loading: loaded.loading,
    notFoundContent: loaded.error ?? (loaded.loading ? fieldText('loading') : fieldText('nothing')),
    treeData: treeOptions(loaded.data ?? [], own),
    value: multiple ? held : held[0],
    onChange: pick,
    onOpenChange: (open: boolean) => {
      if (open) setOpened(true);
    },
  };
}

/** What a choice in a tree of records is given of its field. */
export function useTreeProps(edit: EditProps) {
  const { value, onChange, field } = edit;
  const { multiple } = field;
  const box = useTreeBox({
    field,
    value,
    multiple,
    onChosen: (ids, labels) => {
      const label: ChosenLabel = multiple ? labels : (labels[0] ?? null);
      const next = multiple ? (ids.length === 0 ? null : ids) : (ids[0] ?? null);
      onChange(next, next === null ? null : label);
    },
  });
  return { ...boxProps(edit), ...box };
}
