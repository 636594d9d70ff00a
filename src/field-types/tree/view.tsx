import { TreeSelect } from 'antd';
import type { FieldView, FilterProps } from '../field-view.ts';
import { ReferenceCell, ReferenceRead } from '../reference-value.tsx';
import { fieldText } from '../text.ts';
import { keysOf } from '../text-field.tsx';
import { useTreeBox } from './entry.ts';

function Filter({ id, field, value, onChange }: FilterProps) {
  const box = useTreeBox({
    field,
    value: keysOf(value),
    multiple: true,
    onChosen: (ids, labels) => onChange(ids.length === 0 ? undefined : ids, ids.length === 0 ? null : labels),
  });
  return (
    <TreeSelect
      {...box}
      id={id}
      className="anlan-wide"
      labelInValue
      allowClear
      maxTagCount="responsive"
      placeholder={fieldText('choose')}
    />
  );
}

export const view: FieldView = { Read: ReferenceRead, Cell: ReferenceCell, Filter };
