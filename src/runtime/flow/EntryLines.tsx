import { Link } from 'react-router-dom';
import type { TaskEntry } from '../../core/wire/approval.ts';
import { LongText } from '../../ui/LongText.tsx';
import { Deadline } from './Deadline.tsx';

/** What is to be done with which record, as a way to it, and below what follows once it is done. */
export function EntryTitle({ entry, path, lines = 2 }: { entry: TaskEntry; path: string; lines?: number }) {
  return (
    <>
      <Link to={path}>
        <LongText text={entry.title} lines={lines} />
      </Link>
      {entry.follows !== null && <div className="anlan-entry-more">{entry.follows}</div>}
    </>
  );
}

/** Until when, and what happens then; nothing where nothing says so. */
export function EntryDue({ entry: { deadline, status, after } }: { entry: TaskEntry }) {
  if (deadline === null) return null;
  return (
    <>
      <Deadline deadline={deadline} open={status === 'open'} />
      {after !== null && <div className="anlan-entry-more">{after}</div>}
    </>
  );
}
