import { TreeSelect } from 'antd';
import { useMemo } from 'react';
import type { FieldView, FilterProps, ReadProps } from '../field-view.ts';
import { ReferenceCell, ReferenceRead } from '../reference-value.tsx';
import { fieldText } from '../text.ts';
import { keysOf, TextCell, TextRead } from '../text-field.tsx';
import { view as tree } from '../tree/view.tsx';
import { type CascadeOption, choiceColumns } from './cascade-options.ts';

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

export const view: FieldView = { Read, Cell, Filter };
