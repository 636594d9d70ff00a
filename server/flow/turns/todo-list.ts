import type { TaskCounts, TaskListAnswer } from '../../../src/core/wire/approval.ts';
import type { Connection } from '../../ground/database/database.ts';
import { entityOf } from '../approval/request.ts';
import { businessesOf, countOthers, type TaskListRequest } from '../approval/task-lists.ts';
import type { StepReader } from './own-steps.ts';
import { countEntries, readEntries, waitingEntries } from './waiting-entries.ts';
import { aboutOf, wordEntries } from './word-entries.ts';

/**
 * One page of all that waits for a person: votes of approvals, and steps that records wait for, the nearest deadline
 * first, then the newest. Rows of one record stand in one entry.
 */
export async function readTodoList(
  reader: StepReader,
  db: Connection,
  request: TaskListRequest,
): Promise<TaskListAnswer> {
  const { current, size } = request;
  const { rows, total, entities } = await readEntries(reader, db, await waitingEntries(reader, db, request), request);
  const records = await wordEntries(reader, db, rows);
  const { snapshot } = reader;
  const about = entities.steps.map((id) => aboutOf(reader, entityOf(snapshot, id)));
  const businesses = businessesOf([...about, ...entities.votes.map((id) => entityOf(snapshot, id))]);
  return { records, total, size, current, pages: Math.ceil(total / size), businesses };
}

/** Numbers of the person's lists, each counted to 1,000 at most. */
export async function countTasks(reader: StepReader, db: Connection): Promise<TaskCounts> {
  const todo = await countEntries(reader, db, await waitingEntries(reader, db, {}, false));
  return { todo, ...(await countOthers(reader.context, db)) };
}
