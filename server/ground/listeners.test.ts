import { describe, expect, it } from 'vitest';
import { createListeners } from './listeners.ts';

describe('listeners', () => {
  it('are told in the order in which they asked for it, each once the one before has done with it', async () => {
    const heard: string[] = [];
    const listeners = createListeners<string>();
    listeners.add(async (told) => {
      await Promise.resolve();
      heard.push(`slow ${told}`);
    });
    listeners.add((told) => heard.push(`quick ${told}`));
    await listeners.tell('one');
    await listeners.tell('two');
    expect(heard).toEqual(['slow one', 'quick one', 'slow two', 'quick two']);
  });

  it('let whoever tells know what one of them throws', async () => {
    const listeners = createListeners<void>();
    listeners.add(() => Promise.reject(new Error('no room')));
    await expect(listeners.tell()).rejects.toThrow('no room');
  });
});
