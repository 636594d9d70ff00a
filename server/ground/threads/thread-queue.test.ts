import { afterAll, describe, expect, it } from 'vitest';
import type { TestTask } from '../../../tests/fixtures/thread-script.ts';
import { createThreadQueue, type ThreadLimits, type ThreadQueue } from './thread-queue.ts';

const script = new URL('../../../tests/fixtures/thread-script.ts', import.meta.url);
const faults = { busy: () => new Error('busy'), late: () => new Error('late'), lost: () => new Error('lost') };
const open: ThreadQueue<TestTask, string, number>[] = [];
afterAll(() => Promise.all(open.map((one) => one.close())));

function queueOf(limits: Partial<ThreadLimits> = {}): ThreadQueue<TestTask, string, number> {
  const all = { within: 20_000, waiting: 5, megabytes: 40, idle: 10_000, ...limits };
  const made = createThreadQueue<TestTask, string, number>(script, all, faults);
  open.push(made);
  return made;
}

describe('a thread of its own', () => {
  it('does one task after the other, in their order', async () => {
    const queue = queueOf();
    const ended: number[] = [];
    await Promise.all(
      [50, 1, 20].map(async (ms, index) => {
        await queue.run({ kind: 'wait', ms });
        ended.push(index);
      }),
    );
    expect(ended).toEqual([0, 1, 2]);
  });

  it('sends away whoever comes when too many wait', async () => {
    const queue = queueOf({ waiting: 1 });
    const taken = [queue.run({ kind: 'wait', ms: 50 }), queue.run({ kind: 'wait', ms: 1 })];
    expect(() => queue.admit()).toThrow('busy');
    await expect(queue.run({ kind: 'wait', ms: 1 })).rejects.toThrow('busy');
    expect(await Promise.all(taken)).toEqual(['waited', 'waited']);
    expect(() => queue.admit()).not.toThrow();
  });

  it('has the patient wait however many wait already', async () => {
    const queue = queueOf({ waiting: 1 });
    const taken = [queue.run({ kind: 'wait', ms: 50 }), queue.run({ kind: 'wait', ms: 1 })];
    const patient = queue.run({ kind: 'wait', ms: 1 }, undefined, { patient: true });
    await expect(queue.run({ kind: 'wait', ms: 1 })).rejects.toThrow('busy');
    expect(await Promise.all([...taken, patient])).toEqual(['waited', 'waited', 'waited']);
    await queue.close();
    await expect(queue.run({ kind: 'wait', ms: 1 }, undefined, { patient: true })).rejects.toThrow('busy');
  });

  it('gives up what takes too long or too much memory, and goes on with the next', async () => {
    const queue = queueOf({ within: 8_000 });
    await expect(queue.run({ kind: 'hoard' })).rejects.toThrow('lost');
    const slow = queueOf({ within: 500 });
    const spun = expect(slow.run({ kind: 'spin' })).rejects.toThrow('late');
    await spun;
    expect(await queue.run({ kind: 'wait', ms: 1 })).toBe('waited');
  });

  it('hands parts over one by one, and stops where nobody takes them', async () => {
    const queue = queueOf();
    const parts: number[] = [];
    expect(await queue.run({ kind: 'parts', count: 3 }, (part) => void parts.push(part))).toBe('handed over');
    expect(parts).toEqual([0, 1, 2]);
    const refusing = queue.run({ kind: 'parts', count: 3 }, () => {
      throw new Error('no room');
    });
    await expect(refusing).rejects.toThrow('no room');
    expect(await queue.run({ kind: 'wait', ms: 1 })).toBe('waited');
  });

  it('tells what a task throws', async () => {
    await expect(queueOf().run({ kind: 'throw' })).rejects.toThrow('the task fails');
  });
});
