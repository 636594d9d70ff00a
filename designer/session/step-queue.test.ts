// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '../../src/api/faults.ts';
import { openOutbox } from '../../src/api/outbox.ts';
import type { DesignEntry, DesignTaken } from '../../src/core/wire/design.ts';
import { createStepQueue, type OwnStep, type StepEvent } from './step-queue.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const own = (id: string): OwnStep => ({
  known: { id: 'draft', seq: 0 },
  step: { step: 'do', id, entity: 'law', edits: [{ edit: 'hide', at: ['record', 'properties', id] }] },
});

/** A server that answers as it is told, and what it was asked. */
function server() {
  const asked: string[] = [];
  const answers = new Map<string, ApiError>();
  let down = false;
  return {
    asked,
    answers,
    set down(now: boolean) {
      down = now;
    },
    async send(_: unknown, step: { readonly id: string }): Promise<DesignTaken> {
      if (down) throw new ApiError({ status: 0, msg: '连不上' });
      asked.push(step.id);
      const wrong = answers.get(step.id);
      if (wrong !== undefined) throw wrong;
      return { id: 'draft', seq: asked.length, steps: [] };
    },
  };
}

/** Channels of tabs of one browser. */
function tabs() {
  const hearing: ((event: { readonly data: StepEvent }) => void)[] = [];
  return () => {
    let hears: ((event: { readonly data: StepEvent }) => void) | undefined;
    return {
      addEventListener: ((_: string, listener: (event: { readonly data: StepEvent }) => void) => {
        hears = listener;
        hearing.push(listener);
      }) as BroadcastChannel['addEventListener'],
      postMessage: (data: StepEvent) => {
        for (const listener of hearing) if (listener !== hears) listener({ data });
      },
    };
  };
}

const settle = () => vi.advanceTimersByTimeAsync(200);

it('sends each step once and in order, over two tabs, and both know what has become of it', async () => {
  const at = server();
  const [channel, outbox] = [tabs(), openOutbox<OwnStep>('two')];
  const tab = () => createStepQueue({ outbox, lock: 'two', mine: () => true, send: at.send, channel: channel() });
  const [one, two] = [tab(), tab()];
  one.add(own('a'));
  two.add(own('b'));
  one.add(own('c'));
  expect(one.state().waiting.map(({ step }) => step.id)).toEqual(['a', 'c']);
  await settle();
  await settle();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(at.asked).toEqual(['a', 'b', 'c']);
  expect([one.state(), two.state()]).toMatchObject(Array(2).fill({ waiting: [], refused: [], stalled: false }));
});

it('keeps what cannot be sent, says so, and sends it when the server is there again', async () => {
  const at = server();
  at.down = true;
  const outbox = openOutbox<OwnStep>('down');
  const queue = createStepQueue({ outbox, lock: 'down', mine: () => true, send: at.send, channel: tabs()() });
  queue.add(own('a'));
  queue.add(own('b'));
  await settle();
  expect(queue.state()).toMatchObject({ stalled: true, waiting: [{ step: { id: 'a' } }, { step: { id: 'b' } }] });
  // This environment has no disk: it says that the steps go with the page.
  expect(queue.state().kept).toBe(false);
  at.down = false;
  await vi.advanceTimersByTimeAsync(2_000);
  expect(at.asked).toEqual(['a', 'b']);
  expect(queue.state()).toMatchObject({ stalled: false, waiting: [], kept: true });
});

it('lets a page that comes later send what another has left, and nobody else', async () => {
  const at = server();
  const outbox = openOutbox<OwnStep>('left');
  await outbox.keep(own('a'));
  const page = (mine: boolean) =>
    createStepQueue({ outbox, lock: 'left', mine: () => mine, send: at.send, channel: tabs()() });
  page(false).resume();
  await settle();
  expect(at.asked).toEqual([]);
  page(true).resume();
  await settle();
  expect(at.asked).toEqual(['a']);
  expect(await outbox.all()).toEqual([]);
});

it('holds a step that is refused with what others did, sends those behind it, and does what is decided', async () => {
  const at = server();
  const theirs = [{ seq: 3, userName: '甲', userId: '1', at: '', step: own('x').step }] satisfies DesignEntry[];
  at.answers.set('a', new ApiError({ status: 409, msg: '甲刚刚修改了同一处', data: theirs }));
  at.answers.set('c', new ApiError({ status: 400, msg: '这一步不能撤销' }));
  const outbox = openOutbox<OwnStep>('refused');
  const queue = createStepQueue({ outbox, lock: 'refused', mine: () => true, send: at.send, channel: tabs()() });
  for (const id of ['a', 'b', 'c']) queue.add(own(id));
  await settle();
  await settle();
  expect(at.asked).toEqual(['a', 'b', 'c']);
  expect(queue.state().refused).toMatchObject([
    { step: { id: 'a' }, refused: { message: '甲刚刚修改了同一处', theirs } },
    { step: { id: 'c' }, refused: { message: '这一步不能撤销', theirs: [] } },
  ]);
  at.answers.clear();
  queue.again('a', { id: 'draft', seq: 3 });
  queue.forget(['c']);
  await settle();
  expect(at.asked).toEqual(['a', 'b', 'c', 'a']);
  expect([queue.state().refused, await outbox.all()]).toEqual([[], []]);
});
