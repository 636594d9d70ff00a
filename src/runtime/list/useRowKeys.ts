import { type HTMLAttributes, type KeyboardEvent, useState } from 'react';
import { useEntityPage } from '../EntityContext.ts';
import { flatten, type ListController, type ListRecord } from './useListController.ts';

type RowAttributes = HTMLAttributes<HTMLElement>;

/** What focus may be given to in a row, by key A: its buttons, the first of them. */
const BUTTONS = 'td:last-child button, .ant-table-cell:last-child button';

/**
 * Rows by keyboard: one of them can be reached by Tab, arrows, Home and End move between them, Enter opens, space looks
 * beside the list, X selects, Q answers where somebody sits before it, A leads to the row's buttons, and Esc from there back to the row.
 */
export function useRowKeys(
  list: ListController,
  selectable: boolean,
  onPreview: (id: string) => void,
  onAnswer?: (record: ListRecord) => void,
): (record: ListRecord) => RowAttributes {
  const { open } = useEntityPage();
  const [current, setCurrent] = useState<string>();
  const rows = flatten(list.records ?? []);
  const reached = rows.some(({ id }) => id === current) ? current : rows[0]?.id;

  const press = (event: KeyboardEvent<HTMLElement>, record: ListRecord): void => {
    const row = event.currentTarget;
    const own = event.target === row;
    if (event.key === 'Escape' && !own) {
      row.focus();
      return;
    }
    if (!own || event.ctrlKey || event.metaKey || event.altKey) return;
    const to = rowTo(row, event.key);
    if (to !== undefined) to.focus();
    else if (event.key === 'Enter') open({ kind: 'view', id: record.id });
    else if (event.key === ' ') onPreview(record.id);
    else if (event.key.toLowerCase() === 'q' && onAnswer !== undefined) onAnswer(record);
    else if (event.key === 'a') row.querySelector<HTMLElement>(BUTTONS)?.focus();
    else if (event.key === 'x' && selectable) {
      const { selection } = list;
      list.select(
        selection.includes(record.id) ? selection.filter((id) => id !== record.id) : [...selection, record.id],
      );
    } else return;
    event.preventDefault();
  };

  return (record) => ({
    tabIndex: record.id === reached ? 0 : -1,
    onFocus: (event) => {
      if (event.target === event.currentTarget) setCurrent(record.id);
    },
    onKeyDown: (event) => press(event, record),
  });
}

/** The row that a key leads to; undefined for other keys, and at the ends. */
function rowTo(row: HTMLElement, key: string): HTMLElement | undefined {
  const rows = [...(row.parentElement?.querySelectorAll<HTMLElement>('.ant-table-row') ?? [])];
  const at = rows.indexOf(row);
  if (key === 'ArrowDown') return rows[at + 1];
  if (key === 'ArrowUp') return rows[at - 1];
  if (key === 'Home') return rows[0];
  return key === 'End' ? rows.at(-1) : undefined;
}
