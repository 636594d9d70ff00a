import { SearchOutlined } from '@ant-design/icons';
import { Input, type InputRef } from 'antd';
import { useRef } from 'react';
import { useSlashFocus } from '../../ui/useSlashFocus.ts';
import { workflowText } from './texts.ts';

/** Milliseconds that a search rests before it is sent. */
export const SEARCH_DEBOUNCE = 400;

/** Searches a list of the workflow centre by title; the key “/” leads to it. */
export function CentreSearch({ value, onChange }: { value: string; onChange: (typed: string) => void }) {
  const input = useRef<InputRef>(null);
  useSlashFocus(input);
  return (
    <Input
      ref={input}
      allowClear
      prefix={<SearchOutlined aria-hidden />}
      placeholder={workflowText('list.keyword')}
      aria-label={workflowText('list.keyword')}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
