import { SearchOutlined } from '@ant-design/icons';
import { Input, type InputRef } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useIsPhone } from '../../ui/useIsPhone.ts';
import { runtimeText } from '../text.ts';

const TEXT_DEBOUNCE = 400;

/** Search over the name and the fields meant for it; the key / leads to it. */
export function QuickSearch({ value, onSearch }: { value: string; onSearch: (keyword: string) => void }) {
  const phone = useIsPhone();
  const [text, setText] = useState(value);
  const [seen, setSeen] = useState(value);
  const input = useRef<InputRef>(null);
  if (seen !== value) {
    setSeen(value);
    setText(value);
  }

  useEffect(() => {
    if (text.trim() === value) return;
    const timer = setTimeout(() => onSearch(text.trim()), TEXT_DEBOUNCE);
    return () => clearTimeout(timer);
  }, [text, value, onSearch]);

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement | null;
      const typing = target?.closest('input, textarea, select, [contenteditable="true"], [role="dialog"]');
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || typing) return;
      event.preventDefault();
      input.current?.focus({ cursor: 'all' });
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);

  return (
    <Input
      ref={input}
      className="anlan-search"
      allowClear
      prefix={<SearchOutlined aria-hidden />}
      placeholder={runtimeText(phone ? 'list.searchShort' : 'list.search')}
      aria-label={runtimeText('list.searchShort')}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onPressEnter={() => onSearch(text.trim())}
    />
  );
}
