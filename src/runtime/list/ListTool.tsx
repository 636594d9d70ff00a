import { Button, type ButtonProps, Tooltip } from 'antd';
import { type Ref, useCallback, useRef } from 'react';
import { withAside } from '../../core/text/punctuate.ts';
import { useHotkey } from './useHotkey.ts';

interface ListToolProps extends ButtonProps {
  readonly label: string;
  /** Letter that presses it from anywhere on the page. */
  readonly letter: string;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** A small tool of a list: an icon whose name and key are told on hover, and to those who do not see it. */
export function ListTool({ label, letter, ref, children, ...button }: ListToolProps) {
  const own = useRef<HTMLButtonElement | null>(null);
  const take = useCallback(
    (element: HTMLButtonElement | null) => {
      own.current = element;
      if (typeof ref === 'function') ref(element);
      else if (ref) ref.current = element;
    },
    [ref],
  );
  useHotkey(letter, () => {
    own.current?.focus();
    own.current?.click();
  });
  return (
    <Tooltip title={withAside(label, letter)} mouseEnterDelay={0.3}>
      <Button type="text" {...button} ref={take} aria-label={label} aria-keyshortcuts={letter}>
        {children}
      </Button>
    </Tooltip>
  );
}
