import { Button, Segmented } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Deadline } from '../../../runtime/flow/Deadline.tsx';
import { usePagePaths } from '../../../runtime/flow/entry-path.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { LongText } from '../../../ui/LongText.tsx';
import { StatusTag } from '../../../ui/StatusTag.tsx';
import type { PageChoice } from '../../shared/page-choices.ts';
import { useScreenText } from '../../texts/texts.ts';
import { AttentionSection } from './AttentionSection.tsx';
import styles from './attention.module.css';
import type { AttentionState } from './useAttention.ts';
import {
  BRIEF,
  countedName,
  linesOfKind,
  SHOWN,
  type WaitingLine,
  waitingKinds,
  waitingLines,
  waitingRests,
  waitingTotal,
} from './waiting.ts';

const COLOURS = { task: 'blue', mine: 'orange', draft: 'grey' } as const;

interface WaitingProps {
  readonly attention: AttentionState;
  readonly pages: readonly PageChoice[];
  /** Whether only the nearest stand there, with the way to the page that has them all. Default false. */
  readonly brief?: boolean;
}

/** Where all of it is. */
const WHOLE = '/safety/system/workplace';

/** What waits for the person: his tasks, the records that name him, his drafts, the nearest deadline first. */
export function WaitingForMe({ attention, pages, brief = false }: WaitingProps) {
  const text = useScreenText();
  const [whole, setWhole] = useState(false);
  const { list, tasks, todo } = attention;
  const pathOf = usePagePaths();
  const lines = list === undefined ? [] : waitingLines(tasks, list, pages, pathOf);
  const total = list === undefined ? 0 : waitingTotal(todo, tasks, list);
  const rests = list === undefined ? [] : waitingRests(list, pages);
  const [kind, setKind] = useState('');
  const kinds = brief ? [] : waitingKinds(lines);
  // The last of a kind is done: all the others are what is left.
  const chosen = kinds.some(({ key }) => key === kind) ? kind : '';
  const ofKind = linesOfKind(lines, chosen);
  const shown = whole ? ofKind : ofKind.slice(0, brief ? BRIEF : SHOWN);
  // Of more tasks than are read nobody knows which kind the others are.
  const more = todo > tasks.length ? '+' : '';
  const kindName = (key: string): string =>
    key === 'vote' ? text('overview.approvals') : key === 'draft' ? text('overview.draft') : key;
  return (
    <AttentionSection
      name="waiting"
      title={
        <>
          {text('overview.waiting')}
          {total > 0 ? <span className={styles.total}>{text('overview.count', { count: total })}</span> : null}
        </>
      }
      aside={
        brief ? (
          <Link to={WHOLE}>{text('overview.waiting.whole')}</Link>
        ) : todo > 0 ? (
          <Link to="/workflow/todo">{text('overview.waiting.todo', { count: todo })}</Link>
        ) : null
      }
      failed={text('overview.waiting.failed')}
      rows={brief ? 6 : 8}
      attention={attention}
    >
      {kinds.length > 1 ? (
        <div className={styles.kinds}>
          <Segmented
            aria-label={text('overview.kinds')}
            value={chosen}
            onChange={setKind}
            options={[
              { value: '', label: `${text('overview.kinds.all')} ${lines.length}${more}` },
              ...kinds.map(({ key, count }) => ({
                value: key,
                label: `${kindName(key)} ${count}${key === 'draft' ? '' : more}`,
              })),
            ]}
          />
        </div>
      ) : null}
      {lines.length === 0 ? (
        <EmptyState title={text('overview.waiting.empty')} description={text('overview.waiting.hint')} />
      ) : (
        <ul className={styles.lines}>
          {shown.map((line) => (
            <Line key={line.key} line={line} />
          ))}
        </ul>
      )}
      {!brief && ofKind.length > shown.length ? (
        <Button type="link" className={styles.more ?? ''} onClick={() => setWhole(true)}>
          {text('overview.waiting.more', { count: ofKind.length - shown.length })}
        </Button>
      ) : null}
      {!brief && rests.length > 0 ? (
        <p className={styles.rests}>
          {rests.map(({ key, business, step, path, count }) => (
            <Link key={key} to={path}>
              {text('overview.waiting.all', { title: countedName(business, step || text('overview.draft')), count })}
            </Link>
          ))}
        </p>
      ) : null}
    </AttentionSection>
  );
}

function Line({ line }: { line: WaitingLine }) {
  const text = useScreenText();
  const { kind, step, business, title, path, due } = line;
  return (
    <li>
      <Link to={path} className={styles.line ?? ''}>
        <span className={styles.step}>
          <StatusTag text={kind === 'draft' ? text('overview.draft') : step} color={COLOURS[kind]} />
        </span>
        <span className={styles.name}>
          <LongText text={title || text('overview.newest.unnamed')} />
        </span>
        <span className={styles.business}>{business}</span>
        <span className={styles.due}>
          {due !== null ? (
            <Deadline deadline={due} open />
          ) : kind === 'draft' ? null : (
            <span className={styles.none}>{text('overview.noDue')}</span>
          )}
        </span>
      </Link>
    </li>
  );
}
