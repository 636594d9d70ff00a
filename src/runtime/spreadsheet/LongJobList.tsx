import { DownloadOutlined } from '@ant-design/icons';
import { Button, Flex, Progress, Typography } from 'antd';
import { useState } from 'react';
import { ApiError } from '../../api/faults.ts';
import { hasEnded, type LongJob } from '../../core/wire/long-job.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { downloadOf } from './long-job-file.ts';
import { cancelLongJob } from './long-jobs.ts';
import { useSheetText } from './text.ts';
import './spreadsheet.css';

/** The jobs of a person: how far each is, what came of it, and its file. */
export function LongJobList({ jobs }: { jobs: readonly LongJob[] }) {
  const text = useSheetText();
  if (jobs.length === 0) return <EmptyState title={text('job.none')} />;
  return (
    <ul className="anlan-long-jobs">
      {jobs.map((job) => (
        <li key={job.id}>
          <LongJobLine job={job} />
        </li>
      ))}
    </ul>
  );
}

function LongJobLine({ job }: { job: LongJob }) {
  const text = useSheetText();
  const [cancelling, setCancelling] = useState(false);
  const { file } = job;
  const cancel = async () => {
    setCancelling(true);
    try {
      await cancelLongJob(job.id);
    } catch (error) {
      // The client has told why.
      if (!(error instanceof ApiError)) throw error;
      setCancelling(false);
    }
  };
  return (
    <>
      <Flex justify="space-between" gap={8}>
        <Typography.Text strong>{text(`job.${job.kind}`, { title: job.title })}</Typography.Text>
        <Typography.Text type="secondary">{job.createTime.slice(5, 16)}</Typography.Text>
      </Flex>
      {hasEnded(job) ? (
        <Typography.Text type={job.state === 'failed' ? 'danger' : 'secondary'}>{job.message}</Typography.Text>
      ) : (
        <Flex gap={8} align="center">
          <JobProgress job={job} />
          <Button size="small" loading={cancelling || job.cancelling} onClick={() => void cancel()}>
            {text('job.cancel')}
          </Button>
        </Flex>
      )}
      {file !== undefined && (
        <div>
          <Button type="link" size="small" icon={<DownloadOutlined />} onClick={() => void downloadOf(file)}>
            {text(job.kind === 'export' ? 'job.file' : 'job.report')}
          </Button>
        </div>
      )}
      {job.expired && <Typography.Text type="secondary">{text('job.expired')}</Typography.Text>}
    </>
  );
}

/** How far a job is, in rows. */
export function JobProgress({ job }: { job: LongJob }) {
  const text = useSheetText();
  const { state, done, total } = job;
  const percent = total === 0 ? 0 : Math.floor((done / total) * 100);
  return (
    <div style={{ flex: 1 }} role="status">
      <Progress percent={percent} status="active" size="small" />
      <Typography.Text type="secondary">
        {state === 'waiting' ? text('job.waiting') : text('job.rows', { done, total })}
      </Typography.Text>
    </div>
  );
}
