import { Input } from 'antd';
import { useEffect, useState } from 'react';

/** A line of text that is set when it is left, or by Enter; left empty it stays as it was. */
export function SettledInput({
  label,
  value,
  disabled,
  maxLength,
  onSet,
}: {
  label: string;
  value: string;
  disabled: boolean;
  maxLength?: number;
  onSet(next: string): void;
}) {
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  const settle = () => {
    const next = typed.trim();
    if (next === '') setTyped(value);
    else if (next !== value) onSet(next);
  };
  return (
    <Input
      size="small"
      aria-label={label}
      value={typed}
      disabled={disabled}
      {...(maxLength === undefined ? {} : { maxLength })}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={settle}
      onPressEnter={settle}
    />
  );
}
