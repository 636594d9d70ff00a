import { ReloadOutlined } from '@ant-design/icons';
import { Button, Pagination, Select, Space, Table } from 'antd';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { withAside } from '../../../core/text/punctuate.ts';
import type { TaskEntry, TaskList } from '../../../core/wire/approval.ts';
import { useDebounced, useLoaded } from '../../../field-types/use-loaded.ts';
import { EntryDue, EntryTitle } from '../../../runtime/flow/EntryLines.tsx';
import { entryPath, usePagePaths } from '../../../runtime/flow/entry-path.ts';
import { fetchTasks } from '../../../runtime/flow/flow-calls.ts';
import { REQUEST_COLOURS } from '../../../runtime/flow/flow-words.ts';
import { usePageAddress } from '../../../runtime/usePageAddress.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { LoadingDelay } from '../../../ui/LoadingDelay.tsx';
import { LongText } from '../../../ui/LongText.tsx';
import { PageContainer } from '../../../ui/PageContainer.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { StatusTag } from '../../../ui/StatusTag.tsx';
import { useIsPhone } from '../../../ui/useIsPhone.ts';
import { CentreNav } from '../CentreNav.tsx';
import { CentreSearch, SEARCH_DEBOUNCE } from '../CentreSearch.tsx';
import { refreshCounts, useWorkflowCounts } from '../counts.ts';
import { DelegationDrawer } from '../delegation/DelegationDrawer.tsx';
import { workflowText } from '../texts.ts';
import { byTitle, formatTaskList, listOfPath, parseTaskList, type TaskListState } from './task-list.ts';
import '../../../runtime/list/list.css';

/** One of the lists of the workflow centre, by its address. */
export function TaskListPage() {
  const list = listOfPath(useLocation().pathname);
  return <TaskListView key={list} list={list} />;
}

function TaskListView({ list }: { list: TaskList }) {
  const [search, setSearch] = usePageAddress();
  const phone = useIsPhone();
  const changes = useWorkflowCounts((state) => state.taskChanges);
  const state = parseTaskList(search);
  const [typed, setTyped] = useState(state.keyword);
  const rested = useDebounced(typed.trim(), SEARCH_DEBOUNCE);
  const [attempt, setAttempt] = useState(0);
  const [delegating, setDelegating] = useState(false);

  const change = (next: Partial<TaskListState>) =>
    setSearch(formatTaskList({ ...state, current: 1, ...next }), { replace: true });
  const latest = useRef({ change, keyword: state.keyword });
  latest.current = { change, keyword: state.keyword };
  useEffect(() => {
    if (rested !== latest.current.keyword) latest.current.change({ keyword: rested });
  }, [rested]);
  const query = {
    current: state.current,
    size: state.size,
    ...(state.keyword === '' ? {} : { keyword: state.keyword }),
    ...(state.entity === '' ? {} : { entity: state.entity }),
  };
  const read = useLoaded(`${list} ${JSON.stringify(query)} ${changes} ${attempt}`, (signal) =>
    fetchTasks(list, query, signal),
  );
  const businesses = useLoaded(`${list} ${changes} ${attempt}`, async (signal) =>
    byTitle((await fetchTasks(list, { current: 1, size: 1 }, signal)).businesses),
  );
  const narrowed = state.keyword !== '' || state.entity !== '';
  const entries = read.data?.records;
  const empty = (
    <EmptyState
      reason={narrowed ? 'noMatch' : 'none'}
      title={workflowText(narrowed ? 'list.noMatch' : `list.${list}.empty`)}
      action={
        narrowed && (
          <Button
            onClick={() => {
              setTyped('');
              change({ keyword: '', entity: '' });
            }}
          >
            {workflowText('list.clear')}
          </Button>
        )
      }
    />
  );
  return (
    <>
      <PageHeader
        title={workflowText(`list.${list}`)}
        actions={
          list === 'todo' && <Button onClick={() => setDelegating(true)}>{workflowText('delegation.open')}</Button>
        }
      />
      {delegating && <DelegationDrawer onClose={() => setDelegating(false)} />}
      <CentreNav />
      <PageContainer>
        <div className="anlan-tasks-tools">
          <CentreSearch value={typed} onChange={setTyped} />
          <Select
            allowClear
            style={{ width: 200 }}
            placeholder={workflowText('list.business')}
            aria-label={workflowText('list.business')}
            value={state.entity === '' ? null : state.entity}
            options={(businesses.data ?? []).map(({ key, title }) => ({ value: key, label: title }))}
            onChange={(entity: string | undefined) => change({ entity: entity ?? '' })}
          />
          <Button
            icon={<ReloadOutlined />}
            aria-label={workflowText('list.refresh')}
            loading={read.loading && entries !== undefined}
            onClick={() => {
              setAttempt((count) => count + 1);
              void refreshCounts();
            }}
          />
        </div>
        {read.error !== undefined ? (
          <ErrorState title={workflowText('list.failed')} message={read.error} onRetry={read.retry} />
        ) : (
          <LoadingDelay loading={entries === undefined} rows={8}>
            {entries?.length === 0 ? (
              empty
            ) : phone ? (
              <TaskCards list={list} entries={entries ?? []} />
            ) : (
              <TaskTable list={list} entries={entries ?? []} />
            )}
            {(read.data?.total ?? 0) > 0 && (
              <Pagination
                align="end"
                style={{ marginTop: 12 }}
                simple={phone}
                current={state.current}
                pageSize={state.size}
                total={read.data?.total ?? 0}
                showSizeChanger={!phone}
                pageSizeOptions={[10, 20, 50, 100]}
                showTotal={(total) => workflowText('list.total', { total })}
                onChange={(current, size) => change({ current: size === state.size ? current : 1, size })}
              />
            )}
          </LoadingDelay>
        )}
      </PageContainer>
    </>
  );
}

interface ColumnDefinition {
  readonly key: string;
  readonly title: string;
  readonly width?: number;
  readonly cell: (entry: TaskEntry) => ReactNode;
}

function minute(time: string | null | undefined): string {
  return time?.slice(0, 16) ?? '';
}

function decisionText(entry: TaskEntry): string {
  const { decision, decidedBy } = entry;
  if (decision !== 'pass' && decision !== 'reject' && decision !== 'transfer') return '';
  const text = workflowText(`decision.${decision}`);
  return decidedBy === null ? text : withAside(text, workflowText('decision.for', { who: decidedBy }));
}

/** What stands in the columns of a list, in order. */
function columnsOf(list: TaskList, entries: readonly TaskEntry[]): readonly ColumnDefinition[] {
  const all: Readonly<Record<string, ColumnDefinition>> = {
    business: {
      key: 'business',
      title: workflowText('column.business'),
      width: 180,
      cell: ({ entityTitle, transitionTitle, kind }) => (
        <LongText text={kind === 'step' ? entityTitle : `${entityTitle} · ${transitionTitle}`} />
      ),
    },
    step: { key: 'step', title: workflowText('column.step'), width: 150, cell: ({ levelTitle }) => levelTitle },
    submitter: {
      key: 'submitter',
      title: workflowText('column.submitter'),
      width: 110,
      cell: ({ openedByName, behalfOf }) => (behalfOf === null ? openedByName : withAside(openedByName, behalfOf)),
    },
    submitted: {
      key: 'submitted',
      title: workflowText('column.submitted'),
      width: 150,
      cell: ({ openedAt }) => minute(openedAt),
    },
    arrived: {
      key: 'arrived',
      title: workflowText('column.arrived'),
      width: 150,
      cell: ({ arrivedAt }) => minute(arrivedAt),
    },
    decided: {
      key: 'decided',
      title: workflowText(list === 'sent' ? 'column.closed' : 'column.decided'),
      width: 150,
      cell: ({ decidedAt }) => minute(decidedAt),
    },
    decision: { key: 'decision', title: workflowText('column.decision'), width: 130, cell: decisionText },
    deadline: {
      key: 'deadline',
      title: workflowText('column.deadline'),
      width: 190,
      cell: (entry) => <EntryDue entry={entry} />,
    },
    status: {
      key: 'status',
      title: workflowText('column.status'),
      width: 110,
      cell: (entry) => <Status entry={entry} />,
    },
  };
  const due = entries.some(({ deadline }) => deadline) ? ['deadline'] : [];
  const keys: Readonly<Record<TaskList, readonly string[]>> = {
    todo: ['business', 'submitter', 'arrived', ...due],
    done: ['business', 'step', 'submitter', 'decision', 'decided', 'status'],
    sent: ['business', 'step', 'submitted', ...due, 'decided', 'status'],
    copied: ['business', 'submitter', 'arrived', ...due, 'status'],
  };
  return keys[list].flatMap((key) => all[key] ?? []);
}

/** What is done by pressing an entry. */
function actionOf(list: TaskList, { kind }: TaskEntry): 'action.decide' | 'action.take' | 'action.view' {
  if (list !== 'todo') return 'action.view';
  return kind === 'vote' ? 'action.decide' : 'action.take';
}

/** State of a request, and whether a copy of it is still unread. */
function Status({ entry }: { entry: TaskEntry }) {
  return (
    <Space size={4} wrap>
      <StatusTag text={entry.statusLabel} color={REQUEST_COLOURS[entry.status]} />
      {entry.read === false && <StatusTag text={workflowText('copy.unread')} color="primary" />}
    </Space>
  );
}

function TaskTable({ list, entries }: { list: TaskList; entries: readonly TaskEntry[] }) {
  const navigate = useNavigate();
  const pathOf = usePagePaths();
  return (
    <Table<TaskEntry>
      size="middle"
      rowKey="id"
      pagination={false}
      dataSource={[...entries]}
      scroll={{ x: 900 }}
      onRow={(entry) => ({
        onDoubleClick: () => void navigate(entryPath(entry, pathOf)),
      })}
      columns={[
        {
          key: 'title',
          title: workflowText('column.title'),
          fixed: 'left',
          width: 420,
          render: (_: unknown, entry) => <EntryTitle entry={entry} path={entryPath(entry, pathOf)} />,
        },
        ...columnsOf(list, entries).map((column) => ({
          key: column.key,
          title: column.title,
          ...(column.width === undefined ? {} : { width: column.width }),
          render: (_: unknown, entry: TaskEntry) => column.cell(entry),
        })),
        {
          key: 'actions',
          title: workflowText('column.actions'),
          fixed: 'right',
          width: 80,
          render: (_: unknown, entry) => (
            <Link to={entryPath(entry, pathOf)}>{workflowText(actionOf(list, entry))}</Link>
          ),
        },
      ]}
    />
  );
}

/** The list as cards, for phones: title, state, what matters, one action. */
function TaskCards({ list, entries }: { list: TaskList; entries: readonly TaskEntry[] }) {
  const pathOf = usePagePaths();
  const columns = columnsOf(list, entries).filter(({ key }) => key !== 'status');
  return (
    <ul className="anlan-cards">
      {entries.map((entry) => (
        <li key={entry.id} className="anlan-card">
          <div className="anlan-card-head">
            <div>
              <EntryTitle entry={entry} path={entryPath(entry, pathOf)} lines={3} />
            </div>
            <Status entry={entry} />
          </div>
          <dl className="anlan-card-lines">
            {columns.map((column) => (
              <div key={column.key}>
                <dt>{column.title}</dt>
                <dd>{column.cell(entry)}</dd>
              </div>
            ))}
          </dl>
          <div className="anlan-card-foot">
            <Link to={entryPath(entry, pathOf)}>
              <Button size="small">{workflowText(actionOf(list, entry))}</Button>
            </Link>
          </div>
        </li>
      ))}
    </ul>
  );
}
