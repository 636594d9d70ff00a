import { DownOutlined, UpOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useUiText } from './text/texts.ts';

/** Cards that a folded pile shows, and how many more there must be for it to be folded at all. */
const CARDS_SHOWN = 10;
const WORTH_FOLDING = 2;

/** The first cards of a long pile, and a button below them for all. Everything where it does not fold. */
export function useFolded<T>(items: readonly T[], folds: boolean): { shown: readonly T[]; toggle: ReactNode } {
  const text = useUiText();
  const [open, setOpen] = useState(false);
  if (!folds || items.length <= CARDS_SHOWN + WORTH_FOLDING) return { shown: items, toggle: null };
  const toggle = (
    <Button
      type="link"
      className="anlan-fold"
      aria-expanded={open}
      icon={open ? <UpOutlined aria-hidden /> : <DownOutlined aria-hidden />}
      iconPlacement="end"
      onClick={() => setOpen(!open)}
    >
      {open ? text('list.fold') : text('list.whole', { count: items.length })}
    </Button>
  );
  return { shown: open ? items : items.slice(0, CARDS_SHOWN), toggle };
}
