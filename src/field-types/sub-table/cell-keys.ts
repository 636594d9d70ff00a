import type { KeyboardEvent } from 'react';

/** Where a key takes the focus: rows and columns from here, or whole rows moved. */
type CellStep =
  | { readonly kind: 'go'; readonly rows: number; readonly columns: number }
  | { readonly kind: 'shift'; readonly step: 1 | -1 }
  | { readonly kind: 'clear' };

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** Whether a control keeps the arrows and Enter for itself: lists, calendars, texts of several lines, rows of boxes. */
function isOwn(target: Element): boolean {
  if (target instanceof HTMLTextAreaElement) return true;
  if (!(target instanceof HTMLInputElement)) return target.closest('.anlan-rows-cell') === null;
  if (['radio', 'range'].includes(target.type)) return true;
  return target.getAttribute('role') === 'combobox' || target.closest('.ant-picker, .ant-select, .ant-rate') !== null;
}

function isAtEdge(target: Element, columns: number): boolean {
  if (!(target instanceof HTMLInputElement) || target.type !== 'text') return true;
  const { selectionStart, selectionEnd, value } = target;
  if (selectionStart !== selectionEnd) return false;
  return columns < 0 ? selectionStart === 0 : selectionEnd === value.length;
}

/**
 * What a key means in a cell, as in a spreadsheet: Enter and the arrows go to the next cell, left and right from the
 * ends of the text, Shift+Enter up; Alt with an arrow moves the row, Ctrl with an arrow leaves also controls that use
 * arrows themselves. Delete clears a box with a list. Undefined for all other keys, and for Ctrl+Enter, which submits.
 */
export function cellStep(event: KeyboardEvent<HTMLElement>): CellStep | undefined {
  const { key, altKey, shiftKey } = event;
  const target = event.target as Element;
  if (event.nativeEvent.isComposing) return undefined;
  const isControl = event.ctrlKey || event.metaKey;
  const isBox = target instanceof HTMLInputElement && target.closest('.ant-select, .ant-picker') !== null;
  // Between a box and the next cell stands the button that clears the box; here Delete does that.
  if (key === 'Tab' && isBox && !isControl && !altKey) return { kind: 'go', rows: 0, columns: shiftKey ? -1 : 1 };
  if (key === 'Delete' && isBox && (target.readOnly || target.value === '')) return { kind: 'clear' };
  if (key === 'Enter') {
    if (isControl || altKey || isOwn(target)) return undefined;
    return { kind: 'go', rows: shiftKey ? -1 : 1, columns: 0 };
  }
  const arrow = ARROWS[key];
  if (arrow === undefined || shiftKey) return undefined;
  const [rows, columns] = arrow;
  if (altKey) return rows === 0 || isControl ? undefined : { kind: 'shift', step: rows < 0 ? -1 : 1 };
  if (isControl) return target.getAttribute('aria-expanded') === 'true' ? undefined : { kind: 'go', rows, columns };
  if (isOwn(target) || (columns !== 0 && !isAtEdge(target, columns))) return undefined;
  return { kind: 'go', rows, columns };
}
