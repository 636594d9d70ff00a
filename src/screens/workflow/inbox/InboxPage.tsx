import { ReloadOutlined } from '@ant-design/icons';
import { App, Button, Pagination, Segmented } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useAccess } from '../../../api/access.ts';
import { request } from '../../../api/client.ts';
import { menuLeaves } from '../../../api/menu-tree.ts';
import { session } from '../../../api/session.ts';
import type { InboxNotice } from '../../../core/wire/notice.ts';
import { useDebounced, useLoaded } from '../../../field-types/use-loaded.ts';
import { screenPath } from '../../../runtime/EntityContext.ts';
import { fetchFlowHistory } from '../../../runtime/flow/flow-calls.ts';
import { awaitedSteps } from '../../../runtime/flow/next-step.ts';
import { showLongJobs } from '../../../runtime/long-jobs/long-jobs.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { LoadingDelay } from '../../../ui/LoadingDelay.tsx';
import { PageContainer } from '../../../ui/PageContainer.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { StatusTag } from '../../../ui/StatusTag.tsx';
import { CentreNav } from '../CentreNav.tsx';
import { CentreSearch, SEARCH_DEBOUNCE } from '../CentreSearch.tsx';
import { refreshCounts, useWorkflowCounts } from '../counts.ts';
import { workflowText } from '../texts.ts';

const SIZE = 20;
/** What a notice names that tells of an export or import in the background. */
const LONG_JOB = 'longJob';

const KINDS = { task: 'blue', copy: 'default', reminder: 'orange', result: 'default' } as const;

function kindOf(kind: string): keyof typeof KINDS {
  return Object.hasOwn(KINDS, kind) ? (kind as keyof typeof KINDS) : 'reminder';
}

/**
 * Where a notice leads: the person's open task about the record, else the record's page in his menu, else its newest
 * request; undefined where none of them is his to see.
 */
async function noticeTarget(entity: string, recordId: string): Promise<string | undefined> {
  const histories = await fetchFlowHistory({ entity, id: recordId }).catch(() => []);
  const { userId } = session().userInfo ?? {};
  const own = histories.flatMap(awaitedSteps).find((step) => step.userId === userId);
  if (own !== undefined) return `/workflow/task/${encodeURIComponent(own.id)}`;
  const leaf = menuLeaves(useAccess.getState().menu).find(({ code }) => code === entity);
  if (leaf !== undefined) return screenPath(leaf.path, { kind: 'view', id: recordId });
  const newest = histories.at(-1);
  return newest === undefined ? undefined : `/workflow/request/${encodeURIComponent(newest.requestId)}`;
}

/** The person's notices, newest first. */
export function InboxPage() {
  const { message } = App.useApp();
  const navigate = useNavigate();
  const changes = useWorkflowCounts((state) => state.noticeChanges);
  const [unread, setUnread] = useState(false);
  const [current, setCurrent] = useState(1);
  const [round, setRound] = useState(0);
  const [busy, setBusy] = useState(false);
  const [typed, setTyped] = useState('');
  const keyword = useDebounced(typed.trim(), SEARCH_DEBOUNCE);
  const read = useLoaded(`${String(unread)} ${current} ${keyword} ${changes} ${round}`, (signal) =>
    request({
      service: 'system',
      path: 'notice/page',
      query: {
        page: 'notice',
        current,
        size: SIZE,
        ...(unread ? { isRead: '0' } : {}),
        ...(keyword === '' ? {} : { title: keyword }),
      },
      signal,
      quiet: true,
    }),
  );
  const changed = () => {
    setRound((count) => count + 1);
    void refreshCounts();
  };
  const open = async (notice: InboxNotice): Promise<void> => {
    if (notice.isRead !== '1') {
      await request({
        method: 'POST',
        service: 'system',
        path: 'notice/read',
        body: [notice.id],
        quiet: true,
      }).catch(() => undefined);
      changed();
    }
    const { entityKey, recordId } = notice;
    if (!entityKey || !recordId) return;
    if (entityKey === LONG_JOB) {
      showLongJobs(true);
      return;
    }
    const target = await noticeTarget(entityKey, recordId);
    if (target === undefined) void message.info(workflowText('inbox.gone'));
    else void navigate(target);
  };
  const readAll = async (): Promise<void> => {
    setBusy(true);
    try {
      const count = await request({ method: 'POST', service: 'system', path: 'notice/read-all' });
      void message.success(workflowText('inbox.marked', { count }));
      changed();
    } catch {
      // The client has told what went wrong.
    } finally {
      setBusy(false);
    }
  };
  const notices = read.data?.records;
  return (
    <>
      <PageHeader
        title={workflowText('list.inbox')}
        actions={
          <Button loading={busy} onClick={() => void readAll()}>
            {workflowText('inbox.readAll')}
          </Button>
        }
      />
      <CentreNav />
      <PageContainer>
        <div className="anlan-tasks-tools">
          <Segmented
            value={unread ? 'unread' : 'all'}
            options={[
              { value: 'all', label: workflowText('inbox.all') },
              { value: 'unread', label: workflowText('inbox.unread') },
            ]}
            onChange={(value) => {
              setUnread(value === 'unread');
              setCurrent(1);
            }}
          />
          <CentreSearch
            value={typed}
            onChange={(text) => {
              setTyped(text);
              setCurrent(1);
            }}
          />
          <Button
            icon={<ReloadOutlined />}
            aria-label={workflowText('list.refresh')}
            loading={read.loading && notices !== undefined}
            onClick={changed}
          />
        </div>
        {read.error !== undefined ? (
          <ErrorState title={workflowText('inbox.failed')} message={read.error} onRetry={read.retry} />
        ) : (
          <LoadingDelay loading={notices === undefined} rows={8}>
            {notices?.length === 0 ? (
              keyword === '' ? (
                <EmptyState title={workflowText(unread ? 'inbox.emptyUnread' : 'inbox.empty')} />
              ) : (
                <EmptyState reason="noMatch" title={workflowText('list.noMatch')} />
              )
            ) : (
              <ul className="anlan-inbox">
                {(notices ?? []).map((notice) => (
                  <li key={notice.id}>
                    <button
                      type="button"
                      className="anlan-inbox-item"
                      data-read={String(notice.isRead === '1')}
                      onClick={() => void open(notice)}
                    >
                      <StatusTag
                        text={workflowText(`kind.${kindOf(notice.kind)}`)}
                        color={KINDS[kindOf(notice.kind)]}
                      />
                      <span className="anlan-inbox-title">{notice.title}</span>
                      <time className="anlan-count">{notice.createTime.slice(0, 16)}</time>
                      {notice.text && <span className="anlan-inbox-text">{notice.text}</span>}
                    </button>
                  </li>
                ))}
              </ul>
            )}
            {(read.data?.total ?? 0) > SIZE && (
              <Pagination
                align="end"
                simple
                current={current}
                pageSize={SIZE}
                total={read.data?.total ?? 0}
                onChange={setCurrent}
              />
            )}
          </LoadingDelay>
        )}
      </PageContainer>
    </>
  );
}
