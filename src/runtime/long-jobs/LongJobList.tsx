import { DownloadOutlined, EyeOutlined } from '@ant-design/icons';
import { Button, Flex, Progress, Typography } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { ApiError } from '../../api/faults.ts';
import { hasEnded, type LongJob } from '../../core/wire/long-job.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { jobPage } from './job-page.ts';
import { downloadOf } from './long-job-file.ts';
import { cancelLongJob, showLongJobs } from './long-jobs.ts';
import { useJobText } from './text.ts';
import './long-jobs.css';

/** The jobs of a person: how far each is, what came of it, and its file. */
export function LongJobList({ jobs }: { jobs: readonly LongJob[] }) {
  const text = useJobText();
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
  const text = useJobText();
  const [cancelling, setCancelling] = useState(false);
  const navigate = useNavigate();
  const { file } = job;
  const page = jobPage(job);
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
          {/* What is published is published whole, and soon. */}
          {job.kind !== 'publish' && (
            <Button size="small" loading={cancelling || job.cancelling} onClick={() => void cancel()}>
              {text('job.cancel')}
            </Button>
          )}
        </Flex>
      )}
      {(file !== undefined || page !== undefined) && (
        <div>
          {file !== undefined && (
            <Button type="link" size="small" icon={<DownloadOutlined />} onClick={() => void downloadOf(file)}>
              {text(job.kind === 'import' ? 'job.report' : 'job.file')}
            </Button>
          )}
          {page !== undefined && (
            <Button
              type="link"
              size="small"
              icon={<EyeOutlined />}
              onClick={() => {
                showLongJobs(false);
                void navigate(page);
              }}
            >
              {text('job.open')}
            </Button>
          )}
        </div>
      )}
      {job.expired && <Typography.Text type="secondary">{text('job.expired')}</Typography.Text>}
    </>
  );
}

/** How far a job is, in rows or records; where that is not known, that it goes on. */
export function JobProgress({ job }: { job: LongJob }) {
  const text = useJobText();
  const { kind, state, done, total } = job;
  const unknown = total === 0 && state === 'running';
  const percent = total === 0 ? 0 : Math.floor((done / total) * 100);
  const far = () => text(kind === 'export' || kind === 'import' ? 'job.rows' : 'job.records', { done, total });
  return (
    <div style={{ flex: 1 }} role="status">
      <Progress percent={unknown ? 100 : percent} status="active" size="small" showInfo={!unknown} />
      <Typography.Text type="secondary">
        {state === 'waiting' ? text('job.waiting') : unknown ? text('job.running') : far()}
      </Typography.Text>
    </div>
  );
}
