import { Input } from 'antd';
import type { FilterProps } from './field-view.ts';
import { fieldText } from './text.ts';

/** Filter by a part of a text; the bar debounces it. */
export function TextFilter({ id, value, onChange, field }: FilterProps) {
  return (
    <Input
      id={id}
      allowClear
      placeholder={fieldText('search', { title: field.title })}
      value={typeof value === 'string' ? value : ''}
      onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.value)}
    />
  );
}
