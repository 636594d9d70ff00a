import { type ReactNode, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { FormView } from '../../../src/runtime/form/FormView.tsx';
import { createFormEngine, type FormEngine } from '../../../src/runtime/form/form-engine.ts';
import { buildPageModel, type EntityPageModel } from '../../../src/runtime/model/page-model.ts';
import { browserEnvironment } from '../../../src/runtime/model/record-environment.ts';
import { benchMetadata } from '../form/bench-page.ts';
import { CHAIN_END, CHAIN_START, chainMetadata } from '../form/calc-chain.ts';
import { HandWrittenForm } from '../form/HandWrittenForm.tsx';
import { me, painted, show, task } from './stage.tsx';

/** Which form gets the keys: by hand, or generated with all of it mounted. */
export type KeysSide = 'hand' | 'generated';

/** Milliseconds of one key: of script in its event, and from the key until the frame after it was painted. */
export interface Stroke {
  readonly script: number;
  readonly paint: number;
}

/** What the bench calls in the page. */
interface KeysPage {
  /** Shows a form of so many fields; gives the labels that it has. */
  open(side: KeysSide, fields: number): Promise<number>;
  /** Shows a form with a chain of computed fields beside so many others. */
  openChain(fields: number): Promise<void>;
  /** Brings the focus into a field; the real keys follow. */
  focus(side: KeysSide, key: string): void;
  /** What was measured since the last call. */
  strokes(): readonly Stroke[];
  /** Milliseconds of script of one edit of the chain's first field, until its last one shows the result. */
  edit(value: number): Promise<number>;
}

declare global {
  interface Window {
    keys: KeysPage;
  }
}

let current: FormEngine | undefined;

function Generated({ page }: { page: EntityPageModel }) {
  const [engine] = useState(() => createFormEngine({ page, environment: browserEnvironment(page, me) }));
  current = engine;
  useEffect(() => () => engine.dispose(), [engine]);
  return <FormView engine={engine} id="generated" lazy={false} />;
}

let strokes: Stroke[] = [];
let scriptFrom = 0;
let script = 0;
addEventListener(
  'beforeinput',
  (event) => {
    scriptFrom = performance.now();
    // The event's own time counts what stood before it in the queue.
    requestAnimationFrame(async () => {
      await task();
      strokes.push({ script, paint: performance.now() - event.timeStamp });
    });
  },
  true,
);
// Behind React's own listener; what it puts off to the end of the event runs in microtasks before the last of these.
addEventListener('input', async () => {
  for (let turn = 0; turn < 4; turn += 1) await null;
  script = performance.now() - scriptFrom;
});

const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;

async function open(content: ReactNode): Promise<void> {
  flushSync(() => show(null));
  await painted();
  flushSync(() => show(content));
  await painted();
}

window.keys = {
  async open(side, fields) {
    const key = `${side}${fields}`;
    await open(
      side === 'hand' ? (
        <HandWrittenForm key={key} fields={fields} />
      ) : (
        <Generated key={key} page={buildPageModel(benchMetadata(fields))} />
      ),
    );
    return document.querySelectorAll('label[for]:not(.anlan-unseen)').length;
  },
  openChain: (fields) => open(<Generated key={`chain${fields}`} page={buildPageModel(chainMetadata(fields))} />),
  focus(side, key) {
    const element = document.getElementById(side === 'hand' ? `hand_${key}` : `generated-${key}`);
    if (!(element instanceof HTMLInputElement)) throw new Error(`没有输入框 ${key}`);
    element.focus();
  },
  strokes() {
    const taken = strokes;
    strokes = [];
    return taken;
  },
  async edit(value) {
    const engine = current;
    const element = document.getElementById(`generated-${CHAIN_START}`);
    const end = document.getElementById(`generated-${CHAIN_END}`);
    if (engine === undefined || !(element instanceof HTMLInputElement) || end === null) throw new Error('没有算式');
    const before = end.textContent;
    await painted();
    const started = performance.now();
    setValue?.call(element, String(value));
    element.dispatchEvent(new InputEvent('input', { bubbles: true }));
    await task();
    // What the rest of half a second would do.
    engine.settle();
    while (end.textContent === before) {
      await task();
      if (performance.now() - started > 5000) throw new Error('算式没有结果');
    }
    return performance.now() - started;
  },
};
