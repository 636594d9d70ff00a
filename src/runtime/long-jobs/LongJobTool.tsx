import { SwapOutlined } from '@ant-design/icons';
import { App, Badge, Button, Popover } from 'antd';
import { Suspense, useCallback } from 'react';
import { useNavigate } from 'react-router-dom';
import { useSession, workingAs } from '../../api/session.ts';
import { hasEnded, type LongJob } from '../../core/wire/long-job.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { lazyPiece } from '../../ui/lazy-piece.tsx';
import { useIsPhone } from '../../ui/useIsPhone.ts';
import { jobPage } from './job-page.ts';
import { downloadOf } from './long-job-file.ts';
import { isFollowed, showLongJobs, useLongJobs, useLongJobsService } from './long-jobs.ts';
import { useJobText } from './text.ts';

const LongJobList = lazyPiece(() => import('./LongJobList.tsx').then((module) => module.LongJobList));

/** The person's long pieces of work, wherever he is; nothing while he has none. */
export function LongJobTool() {
  const account = useSession(workingAs);
  const { jobs = [], shown } = useLongJobs();
  const { notification } = App.useApp();
  const navigate = useNavigate();
  const phone = useIsPhone();
  const text = useJobText();
  const onEnd = useCallback(
    (job: LongJob) => {
      const { file, state } = job;
      // Whoever looks at his jobs, or waits for this one, sees it there.
      if ((state !== 'done' && state !== 'failed') || useLongJobs.getState().shown || isFollowed(job)) return;
      const page = jobPage(job);
      const open = () => {
        notification.destroy(job.id);
        if (file !== undefined) void downloadOf(file);
        else if (page !== undefined) void navigate(page);
      };
      const label = file === undefined ? 'job.open' : job.kind === 'import' ? 'job.report' : 'job.file';
      notification[state === 'done' ? 'success' : 'error']({
        key: job.id,
        duration: 8,
        title: text(`job.${job.kind}.${state}`, { title: job.title }),
        description: job.message,
        ...(file === undefined && page === undefined
          ? {}
          : {
              actions: (
                <Button type="primary" size="small" onClick={open}>
                  {text(label)}
                </Button>
              ),
            }),
      });
    },
    [notification, navigate, text],
  );
  useLongJobsService(account, onEnd);
  const open = jobs.filter((job) => !hasEnded(job)).length;
  if (jobs.length === 0 && !shown) return null;
  const list = (
    <Suspense fallback={null}>
      <LongJobList jobs={jobs} />
    </Suspense>
  );
  const button = (
    <Button
      type="text"
      aria-label={text('job.count', { count: open })}
      aria-expanded={shown}
      {...(phone ? { onClick: () => showLongJobs(true) } : {})}
    >
      <Badge count={open} size="small" offset={[2, 0]}>
        <SwapOutlined rotate={90} aria-hidden />
      </Badge>
      {phone ? null : text('job.tool')}
    </Button>
  );
  // A bubble at the header's end is wider than what a phone has to its left.
  if (phone) {
    return (
      <>
        {button}
        <Dialog open={shown} title={text('job.title')} footer={null} onClose={() => showLongJobs(false)}>
          {list}
        </Dialog>
      </>
    );
  }
  return (
    <Popover
      open={shown}
      onOpenChange={showLongJobs}
      trigger="click"
      placement="bottomRight"
      title={text('job.title')}
      content={list}
    >
      {button}
    </Popover>
  );
}
