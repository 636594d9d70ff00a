import type { Person } from './person.ts';

/** What waits for somebody's vote. */
interface OpenTask {
  readonly taskId: string;
  readonly recordId: string;
  /** Title of the entry in his tasks. */
  readonly line?: string;
}

/**
 * Agrees to what waits for somebody, beside the browser: how a vote is given on the page is another story.
 * @param about id of the record, or words of the entry in his tasks. Throws where nothing of it waits for him.
 */
export async function agreeTo(who: Person, about: string): Promise<void> {
  const { records } = await who.call<{ records: readonly OpenTask[] }>('GET', 'system/flow/todo', {
    query: { size: '100' },
  });
  const task = records.find(({ recordId, line }) => recordId === about || line?.includes(about));
  if (task === undefined) throw new Error(`“${about}” does not wait for ${who.account}`);
  await who.call('POST', 'system/flow/complete-task', {
    json: { taskId: task.taskId, result: 'pass', opinion: '同意' },
  });
}
