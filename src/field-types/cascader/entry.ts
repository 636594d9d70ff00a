import type { CascaderProps } from 'antd';
import { useMemo, useState } from 'react';
import { offeredChoices } from '../../core/validation/parent-choices.ts';
import { boxProps } from '../box-props.ts';
import { choicePlace } from '../choice-place.ts';
import { useFieldServices } from '../field-services.ts';
import type { EditProps } from '../field-view.ts';
import { rememberLabel } from '../known-labels.ts';
import { chosenRecords } from '../reference-value.tsx';
import { fieldText } from '../text.ts';
import { useLoaded } from '../use-loaded.ts';
import { type CascadeOption, choiceColumns, recordOptions, wayTo } from './cascade-options.ts';
import { PATH_SEPARATOR } from './definition.ts';

/** What a cascade is given of its field: the way to the value among choices, or among records once it is opened. */
export function useCascaderProps(edit: EditProps): CascaderProps<CascadeOption> {
  const { value, onChange, field } = edit;
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
  return {
    ...boxProps(edit),
    // A value whose tree has not come yet stands among the options by itself, so that its name shows.
    options: options.length === 0 ? way : options,
    value: way.map((option) => option.value),
    displayRender: () => way.map((option) => option.label).join(PATH_SEPARATOR),
    onChange: (_, chosen) => {
      const last = (chosen as CascadeOption[] | undefined)?.at(-1);
      if (last === undefined) onChange(null, null);
      else if (target === undefined) onChange(last.value);
      else {
        rememberLabel(target, last.value, last.label);
        onChange(last.value, last.label);
      }
    },
    showSearch: {
      filter: (text, path) => path.some((option) => option.label.toLowerCase().includes(text.toLowerCase())),
    },
    loading: loaded.loading,
    notFoundContent: loaded.error ?? (loaded.loading ? fieldText('loading') : fieldText('nothing')),
    onOpenChange: (open) => {
      if (open) setOpened(true);
    },
  };
}
