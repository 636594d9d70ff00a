import { Button, Pagination, Space, Table } from 'antd';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { permittedActions } from '../../../compile/toolbar/compile-toolbar.ts';
import type { AwaitingEntry } from '../../../core/wire/approval.ts';
import { rememberLabel } from '../../../field-types/known-labels.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { LoadingDelay } from '../../../ui/LoadingDelay.tsx';
import { useIsPhone } from '../../../ui/useIsPhone.ts';
import { startOf } from '../../detail/related-start.ts';
import { useEntityPage } from '../../EntityContext.ts';
import { EntryDue, EntryTitle } from '../../flow/EntryLines.tsx';
import { entryPath, usePagePaths } from '../../flow/entry-path.ts';
import { namesText } from '../../flow/next-step.ts';
import { flowText } from '../../flow/text.ts';
import type { FormState } from '../../form/RecordForm.tsx';
import { referringField } from './awaiting-tab.ts';
import type { AwaitingTab } from './useAwaiting.ts';

/** What waits for the steps of which the page is the working place: what, since when, until when, and what follows. */
export function AwaitingList({ tab }: { tab: AwaitingTab }) {
  const { read, current, turn } = tab;
  const phone = useIsPhone();
  if (read.error !== undefined)
    return <ErrorState title={flowText('awaits.failed')} message={read.error} onRetry={read.retry} />;
  const answer = read.data;
  const whose = tab.shown === 'all' ? 'all' : 'mine';
  return (
    <LoadingDelay loading={answer === undefined} rows={8}>
      {answer?.total === 0 ? (
        <EmptyState title={flowText(whose === 'all' ? 'awaits.noneAtAll' : 'awaits.none', { what: answer.title })} />
      ) : phone ? (
        <EntryCards entries={answer?.records ?? []} whose={whose} />
      ) : (
        <EntryTable entries={answer?.records ?? []} whose={whose} />
      )}
      {answer !== undefined && answer.pages > 1 && (
        <Pagination
          align="end"
          style={{ marginTop: 12 }}
          simple={phone}
          current={current}
          pageSize={answer.size}
          total={answer.total}
          showSizeChanger={false}
          onChange={turn}
        />
      )}
    </LoadingDelay>
  );
}

interface EntriesProps {
  readonly entries: readonly AwaitingEntry[];
  readonly whose: 'mine' | 'all';
}

interface EntryColumn {
  readonly key: string;
  readonly title: string;
  readonly width: number;
  readonly cell: (entry: AwaitingEntry) => ReactNode;
}

/** What is said of each entry beside its title. */
function columnsOf({ entries, whose }: EntriesProps): readonly EntryColumn[] {
  const since: EntryColumn = {
    key: 'since',
    title: flowText('awaits.since'),
    width: 150,
    cell: ({ arrivedAt }) => arrivedAt?.slice(0, 16),
  };
  const due: EntryColumn = {
    key: 'due',
    title: flowText('course.until'),
    width: 210,
    cell: (entry) => <EntryDue entry={entry} />,
  };
  const who: EntryColumn = {
    key: 'who',
    title: flowText('awaits.who'),
    width: 170,
    cell: ({ people }) => (people.length === 0 ? flowText('awaits.nobody') : namesText(people)),
  };
  const dated = entries.some(({ deadline }) => deadline !== null);
  return [since, ...(dated ? [due] : []), ...(whose === 'all' ? [who] : [])];
}

function EntryTable({ entries, whose }: EntriesProps) {
  const pathOf = usePagePaths();
  return (
    <Table<AwaitingEntry>
      size="middle"
      rowKey="id"
      pagination={false}
      dataSource={[...entries]}
      scroll={{ x: 900 }}
      columns={[
        {
          key: 'title',
          title: flowText('awaits.what'),
          render: (_: unknown, entry) => <EntryTitle entry={entry} path={entryPath(entry, pathOf)} />,
        },
        ...columnsOf({ entries, whose }).map(({ key, title, width, cell }) => ({
          key,
          title,
          width,
          render: (_: unknown, entry: AwaitingEntry) => cell(entry),
        })),
        {
          key: 'actions',
          title: flowText('awaits.actions'),
          fixed: 'right',
          width: 220,
          render: (_: unknown, entry) => <EntryActions entry={entry} path={entryPath(entry, pathOf)} />,
        },
      ]}
    />
  );
}

/** The same as cards, for phones. */
function EntryCards({ entries, whose }: EntriesProps) {
  const pathOf = usePagePaths();
  const columns = columnsOf({ entries, whose });
  return (
    <ul className="anlan-cards">
      {entries.map((entry) => (
        <li key={entry.id} className="anlan-card">
          <EntryTitle entry={entry} path={entryPath(entry, pathOf)} lines={3} />
          <dl className="anlan-card-lines">
            {columns
              .filter(({ key }) => key !== 'due' || entry.deadline !== null)
              .map(({ key, title, cell }) => (
                <div key={key}>
                  <dt>{title}</dt>
                  <dd>{cell(entry)}</dd>
                </div>
              ))}
          </dl>
          <div className="anlan-card-foot">
            <EntryActions entry={entry} path={entryPath(entry, pathOf)} />
          </div>
        </li>
      ))}
    </ul>
  );
}

/** What a person does with an entry: a record of this page that refers to it, and the step itself. */
function EntryActions({ entry, path }: { entry: AwaitingEntry; path: string }) {
  const { page, can, open } = useEntityPage();
  const { pathname, search } = useLocation();
  const { model } = page;
  const field = entry.mine && entry.entity !== model.key ? referringField(model, entry.entity) : undefined;
  const add = permittedActions(page.toolbar.toolbar, can).find(({ kind }) => kind === 'add');
  const begin = (to: string) => {
    rememberLabel(entry.entity, entry.recordId, entry.recordTitle);
    const from = `${pathname}${search}`;
    open({ kind: 'add' }, { state: { initial: startOf(page, to, entry.recordId), from } satisfies FormState });
  };
  return (
    <Space size={8}>
      {field !== undefined && add !== undefined && (
        <Button size="small" type="primary" onClick={() => begin(field)}>
          {flowText('awaits.add', { title: model.title })}
        </Button>
      )}
      <Link to={path}>
        <Button size="small">
          {entry.mine ? entry.levelTitle || flowText('awaits.take') : flowText('awaits.view')}
        </Button>
      </Link>
    </Space>
  );
}
