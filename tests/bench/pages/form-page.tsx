import type { ComponentType, ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { buildPageModel, type EntityPageModel } from '../../../src/runtime/model/page-model.ts';
import { benchMetadata } from '../form/bench-page.ts';
import { GeneratedForm } from '../form/GeneratedForm.tsx';
import { HandWrittenForm } from '../form/HandWrittenForm.tsx';
import { painted, show, task } from './stage.tsx';

/**
 * Which form is measured: by hand, generated with all of it mounted, generated as the product mounts it, or the same
 * fields as another runtime draws them.
 */
export type FormSide = 'hand' | 'generated' | 'lazy' | keyof typeof peers;

/** Loaded only by the visit that measures them. */
const peers = {
  formily: () => import('../form/peers/StockFormilyForm.tsx').then((module) => module.StockFormilyForm),
  rjsf: () => import('../form/peers/RjsfForm.tsx').then((module) => module.RjsfForm),
  jsonforms: () => import('../form/peers/JsonFormsForm.tsx').then((module) => module.JsonFormsForm),
};
const loaded = new Map<FormSide, ComponentType<{ readonly fields: number }>>();

/** What the bench calls in the page. */
interface FormPage {
  /** Loads and warms what a form needs by a small one of the same kind. */
  warm(side: FormSide): Promise<void>;
  /** Milliseconds from asking for the form until at least so many fields in sight are painted. */
  mount(side: FormSide, fields: number, inSight: number): Promise<number>;
  /** Fields of which the window shows the label. */
  inSight(): number;
  /** Milliseconds of script for each keystroke in a field. */
  type(side: FormSide, key: string, strokes: number): Promise<number[]>;
  /** Milliseconds that the page's model takes to be made from its metadata, which happens once for each page. */
  compile(fields: number): number;
}

declare global {
  interface Window {
    bench: FormPage;
  }
}

const models = new Map<number, EntityPageModel>();

function modelOf(fields: number): EntityPageModel {
  const known = models.get(fields);
  if (known !== undefined) return known;
  const made = buildPageModel(benchMetadata(fields));
  models.set(fields, made);
  return made;
}

function formOf(side: FormSide, fields: number): ReactNode {
  const Peer = loaded.get(side);
  if (Peer !== undefined) return <Peer key={`${side}${fields}`} fields={fields} />;
  return side === 'hand' ? (
    <HandWrittenForm key={`${side}${fields}`} fields={fields} />
  ) : (
    <GeneratedForm key={`${side}${fields}`} page={modelOf(fields)} lazy={side === 'lazy'} />
  );
}

function inSight(): number {
  return [...document.querySelectorAll('label[for]:not(.anlan-unseen)')].filter(
    (label) => label.getBoundingClientRect().top < innerHeight,
  ).length;
}

async function mount(side: FormSide, fields: number, wanted: number): Promise<number> {
  // What is made once for a page is there before the form opens.
  if (side === 'generated' || side === 'lazy') modelOf(fields);
  const content = formOf(side, fields);
  await painted();
  const started = performance.now();
  flushSync(() => show(content));
  await painted();
  let time = performance.now() - started;
  // What is mounted lazily counts as open once all fields are there that the window has room for.
  while (inSight() < wanted) {
    await painted();
    time = performance.now() - started;
    if (time > 10_000) throw new Error(`只看到 ${inSight()} 个字段，应有 ${wanted} 个`);
  }
  return time;
}

const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;

async function type(side: FormSide, key: string, strokes: number): Promise<number[]> {
  const element = document.getElementById(side === 'hand' ? `hand_${key}` : `generated-${key}`);
  if (!(element instanceof HTMLInputElement)) throw new Error(`没有输入框 ${key}`);
  element.focus();
  const times: number[] = [];
  for (let stroke = 1; stroke <= strokes; stroke += 1) {
    await painted();
    const started = performance.now();
    setValue?.call(element, '123456789'.repeat(3).slice(0, (stroke % 9) + 1));
    element.dispatchEvent(new InputEvent('input', { bubbles: true }));
    await task();
    times.push(performance.now() - started);
  }
  return times;
}

window.bench = {
  async warm(side) {
    if (side in peers) loaded.set(side, await peers[side as keyof typeof peers]());
    // Three sections hold every kind of field.
    await mount(side, 60, loaded.has(side) ? 0 : 1);
    await new Promise((resolve) => setTimeout(resolve, 300));
    flushSync(() => show(null));
    await painted();
  },
  mount,
  inSight,
  type,
  compile(fields) {
    const started = performance.now();
    buildPageModel(benchMetadata(fields));
    return performance.now() - started;
  },
};
