import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { FormView } from '../../../src/runtime/form/FormView.tsx';
import { createFormEngine, type FormEngine } from '../../../src/runtime/form/form-engine.ts';
import { buildPageModel } from '../../../src/runtime/model/page-model.ts';
import { browserEnvironment } from '../../../src/runtime/model/record-environment.ts';
import { HandWrittenTable } from '../form/HandWrittenTable.tsx';
import { tableRows } from '../form/table-mix.ts';
import { tableMetadata } from '../form/table-page.ts';
import { me, painted, show, task } from './stage.tsx';

export type TableSide = 'hand' | 'generated';

/** What the bench calls in the page. */
interface TablePage {
  /** Milliseconds from asking for the table until all of its rows are painted. */
  mount(side: TableSide): Promise<number>;
  /** Takes the table away. */
  clear(): Promise<void>;
  /** Brings the focus into a cell; the real keys follow. */
  focus(side: TableSide, row: number, column: string): void;
  /** Milliseconds from each key event since the last call until the frame after it was painted. */
  strokes(): readonly number[];
  /** Milliseconds that a paste of 200 rows into the empty end of the table takes until it is painted. */
  paste(text: string): Promise<number>;
  /** Rows that are there, and inputs in them. */
  counts(): { readonly rows: number; readonly cells: number; readonly inputs: number };
}

declare global {
  interface Window {
    table: TablePage;
  }
}

const model = buildPageModel(tableMetadata());
function GeneratedTable() {
  const [engine] = useState<FormEngine>(() =>
    createFormEngine({
      page: model,
      initial: { name: '测量', rows: tableRows() },
      environment: browserEnvironment(model, me),
    }),
  );
  useEffect(() => () => engine.dispose(), [engine]);
  return <FormView engine={engine} id="generated" lazy={false} />;
}

let times: number[] = [];
addEventListener(
  'beforeinput',
  (event) => {
    // The event's own time counts what stood before it in the queue.
    const started = event.timeStamp;
    requestAnimationFrame(() => void task().then(() => times.push(performance.now() - started)));
  },
  true,
);

const rows = () => document.querySelectorAll('tbody tr[data-row]').length;
let turn = 0;

window.table = {
  async mount(side) {
    turn += 1;
    const content = side === 'hand' ? <HandWrittenTable key={turn} /> : <GeneratedTable key={turn} />;
    await painted();
    const started = performance.now();
    flushSync(() => show(content));
    do await painted();
    while (rows() === 0);
    return performance.now() - started;
  },
  async clear() {
    flushSync(() => show(null));
    await painted();
  },
  focus(side, row, column) {
    const cell = document.querySelector(`tr[data-row="${row}"] td[data-column="${column}"]`);
    cell?.scrollIntoView({ block: 'center', inline: 'center' });
    const control = cell?.querySelector<HTMLElement>(side === 'hand' ? 'input' : 'input, button');
    if (!control) throw new Error(`没有第${row + 1}行${column}`);
    control.focus();
  },
  strokes() {
    const taken = times;
    times = [];
    return taken;
  },
  async paste(text) {
    const data = new DataTransfer();
    data.setData('text/plain', text);
    const before = rows();
    const cell = document.querySelector(
      'tr[data-row="0"] td[data-column="c0"] button, tr[data-row="0"] td[data-column="c0"] input',
    );
    const started = performance.now();
    cell?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    do await painted();
    while (rows() === before);
    return performance.now() - started;
  },
  counts: () => ({
    rows: rows(),
    cells: document.querySelectorAll('tbody td[data-column]').length,
    inputs: document.querySelectorAll('tbody input').length,
  }),
};
