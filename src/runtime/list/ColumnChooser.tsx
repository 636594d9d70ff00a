import { SettingOutlined } from '@ant-design/icons';
import { Button, Checkbox, Popover } from 'antd';
import { useState } from 'react';
import type { ColumnPlan } from '../../compile/columns/compile-columns.ts';
import { runtimeText } from '../text.ts';

function storageKey(page: string): string {
  return `anlan-columns/${page}`;
}

function storedHidden(page: string): readonly string[] | undefined {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(storageKey(page)) ?? 'null');
    return Array.isArray(value) ? value.map(String) : undefined;
  } catch {
    return undefined;
  }
}

/** The columns shown, and a setter for those that are not; the choice is kept on this machine. */
export function useShownColumns(
  page: string,
  columns: readonly ColumnPlan[],
): { shown: readonly ColumnPlan[]; hidden: readonly string[]; setHidden: (hidden: readonly string[]) => void } {
  const [chosen, setChosen] = useState(() => storedHidden(page));
  const hidden = chosen ?? columns.filter((column) => column.hidden).map((column) => column.key);
  return {
    hidden,
    shown: columns.filter((column) => column.opens || !hidden.includes(column.key)),
    setHidden(next) {
      setChosen(next);
      try {
        localStorage.setItem(storageKey(page), JSON.stringify(next));
      } catch {
        // The choice then lasts as long as the page.
      }
    },
  };
}

interface ColumnChooserProps {
  readonly columns: readonly ColumnPlan[];
  readonly hidden: readonly string[];
  readonly onChange: (hidden: readonly string[]) => void;
}

/** Chooses which columns a list shows; the first one, which opens the record, always is. */
export function ColumnChooser({ columns, hidden, onChange }: ColumnChooserProps) {
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      title={runtimeText('list.columns')}
      content={
        <div className="anlan-column-list">
          {columns.map((column) => (
            <Checkbox
              key={column.key}
              disabled={column.opens}
              checked={column.opens || !hidden.includes(column.key)}
              onChange={(event) =>
                onChange(event.target.checked ? hidden.filter((key) => key !== column.key) : [...hidden, column.key])
              }
            >
              {column.title}
            </Checkbox>
          ))}
        </div>
      }
    >
      <Button type="text" icon={<SettingOutlined />} aria-label={runtimeText('list.columns')} />
    </Popover>
  );
}
