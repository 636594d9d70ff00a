import { SearchOutlined } from '@ant-design/icons';
import { Input, type InputRef } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useIsPhone } from '../../ui/useIsPhone.ts';
import { useSlashFocus } from '../../ui/useSlashFocus.ts';
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

  useSlashFocus(input);

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
