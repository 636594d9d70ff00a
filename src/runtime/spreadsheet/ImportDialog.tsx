import { DownloadOutlined, FileExcelOutlined } from '@ant-design/icons';
import { Alert, Button, Flex, Progress, Select, Upload } from 'antd';
import { useCallback, useEffect, useId, useRef, useState } from 'react';
import { ApiError } from '../../api/faults.ts';
import type { EntityModel } from '../../core/model/entity-model.ts';
import { say } from '../../core/text/say.ts';
import { hasEnded, isStartedJob, type LongJob } from '../../core/wire/long-job.ts';
import type { ImportAnswer, ImportMode } from '../../core/wire/spreadsheet.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { useIsPhone } from '../../ui/useIsPhone.ts';
import { useEntityPage } from '../EntityContext.ts';
import { createSubmitKeys } from '../form/submit-key.ts';
import { JobProgress } from '../long-jobs/LongJobList.tsx';
import { downloadOf } from '../long-jobs/long-job-file.ts';
import { cancelLongJob, useFollowedJob } from '../long-jobs/long-jobs.ts';
import { useJobText } from '../long-jobs/text.ts';
import { ImportRows } from './ImportRows.tsx';
import { downloadTemplate, importSheet, updateKeys } from './spreadsheet-calls.ts';
import { useSheetText } from './text.ts';

interface ImportDialogProps {
  /** Called when records were stored. */
  readonly onStored: () => void;
  readonly onClose: () => void;
}

interface Running {
  readonly mode: ImportMode;
  /** Share of the file that is sent. */
  readonly percent: number;
}

/** Brings the rows of a spreadsheet into an entity: template, file, what is wrong in it, and what came of it. */
export function ImportDialog({ onStored, onClose }: ImportDialogProps) {
  const { page } = useEntityPage();
  const text = useSheetText();
  const jobText = useJobText();
  const phone = useIsPhone();
  const id = useId();
  const keys = updateKeys(page.model);
  const [key, setKey] = useState('');
  const [file, setFile] = useState<File>();
  const [running, setRunning] = useState<Running>();
  const [answer, setAnswer] = useState<ImportAnswer>();
  const [faults, setFaults] = useState<readonly string[]>([]);
  const [job, setJob] = useState<LongJob>();
  const [submitKeys] = useState(createSubmitKeys);
  const control = useRef<AbortController>(undefined);
  useEffect(() => () => control.current?.abort(), []);
  useAbandonedPreview(job);

  const onStep = useCallback(
    (found: LongJob) => {
      if (!hasEnded(found)) {
        setJob(found);
        return;
      }
      setJob(undefined);
      if (found.answer === undefined) setFaults([found.message]);
      else setAnswer(found.answer);
      // What was stored before it broke off is there too.
      if (found.mode !== 'preview') onStored();
    },
    [onStored],
  );
  useFollowedJob(job?.id, onStep, true);

  const send = async (chosen: File, mode: ImportMode, by: string): Promise<void> => {
    control.current?.abort();
    const own = new AbortController();
    control.current = own;
    setRunning({ mode, percent: 0 });
    setFaults([]);
    try {
      const onProgress = (percent: number) => setRunning({ mode, percent });
      const { name, size, lastModified } = chosen;
      const idempotencyKey = submitKeys.keyOf('import', { name, size, lastModified, mode, by });
      const { signal } = own;
      const found = await importSheet(page, { file: chosen, mode, key: by, idempotencyKey, signal, onProgress });
      submitKeys.answered();
      if (control.current !== own) return;
      if (isStartedJob(found)) {
        setAnswer(undefined);
        setJob(found.job);
        return;
      }
      setAnswer(found);
      if (found.stored) onStored();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status !== 0) submitKeys.answered();
      if (control.current !== own) return;
      setAnswer(undefined);
      setFaults(error.errors.length > 0 ? error.errors.map(({ msg }) => msg) : [error.msg]);
    } finally {
      if (control.current === own) setRunning(undefined);
    }
  };

  const check = (chosen: File, by: string): void => {
    setFile(chosen);
    setAnswer(undefined);
    void send(chosen, 'preview', by);
  };

  const cancel = (): void => {
    const mode = running?.mode;
    const own = control.current;
    control.current = undefined;
    own?.abort();
    setRunning(undefined);
    setAnswer(undefined);
    if (mode !== 'valid') setFaults([text('import.cancelled')]);
    else {
      setFaults([text('import.cancelledPart')]);
      onStored();
    }
  };

  const report = answer?.report;
  const again = (
    <Button
      size="small"
      onClick={() => {
        setAnswer(undefined);
        setFaults([]);
      }}
    >
      {text('import.again')}
    </Button>
  );
  const preview = answer?.mode === 'preview' ? answer : undefined;
  return (
    <Dialog
      open
      width={960}
      title={text('import.title', { title: page.model.title })}
      closable={running === undefined && job === undefined}
      onClose={onClose}
      footer={
        <Flex gap={8} justify="end" wrap>
          {running !== undefined && <Button onClick={cancel}>{text('import.cancel')}</Button>}
          {job !== undefined && (
            <Button loading={job.cancelling} onClick={() => void cancelLongJob(job.id).catch(told)}>
              {text('import.cancel')}
            </Button>
          )}
          {running === undefined && job === undefined && <Button onClick={onClose}>{text('import.close')}</Button>}
          {job !== undefined && job.mode !== 'preview' && (
            <Button type="primary" onClick={onClose}>
              {jobText('job.leave')}
            </Button>
          )}
          {running === undefined && preview !== undefined && file !== undefined && (
            <>
              <Button
                type={preview.failed > 0 ? 'primary' : 'default'}
                disabled={preview.valid === 0}
                onClick={() => void send(file, 'valid', key)}
              >
                {text('import.valid')}
              </Button>
              <Button
                type={preview.failed > 0 ? 'default' : 'primary'}
                disabled={preview.failed > 0}
                title={preview.failed > 0 ? text('import.all.hint') : undefined}
                onClick={() => void send(file, 'all', key)}
              >
                {text('import.all')}
              </Button>
            </>
          )}
        </Flex>
      }
    >
      <Flex vertical gap={12}>
        {running === undefined && job === undefined && answer === undefined && (
          <>
            <Flex gap={12} align="center" justify="space-between" wrap>
              <span>{text('import.hint')}</span>
              <Button
                icon={<DownloadOutlined />}
                onClick={() =>
                  void downloadTemplate(page, `${page.model.title}-${text('import.template')}`).catch(told)
                }
              >
                {text('import.template')}
              </Button>
            </Flex>
            {keys.length > 0 && (
              <Flex gap={8} align="center">
                <label htmlFor={id}>{text('import.known')}</label>
                <Select
                  id={id}
                  style={{ flex: 1 }}
                  value={key}
                  onChange={setKey}
                  options={[
                    { value: '', label: text('import.known.insert') },
                    ...keys.map((value) => ({
                      value,
                      label: text('import.known.update', { fields: titlesOf(page.model, value) }),
                    })),
                  ]}
                />
              </Flex>
            )}
            <Upload.Dragger
              accept=".xlsx"
              maxCount={1}
              showUploadList={false}
              beforeUpload={(chosen) => {
                check(chosen, key);
                return false;
              }}
            >
              <FileExcelOutlined style={{ fontSize: 32 }} />
              <p>{text('import.drop')}</p>
            </Upload.Dragger>
          </>
        )}
        {running !== undefined && (
          <div role="status">
            <div>
              {file?.name} {text(phaseOf(running))}
            </div>
            <Progress percent={running.percent} status="active" showInfo={running.percent < 100} />
          </div>
        )}
        {job !== undefined && (
          <div>
            <div>
              {file?.name} {text(job.mode === 'preview' ? 'import.checking' : 'import.background')}
            </div>
            <JobProgress job={job} />
          </div>
        )}
        {faults.length > 0 && (
          <Alert
            type="error"
            showIcon
            title={file?.name ?? ''}
            description={
              <ul style={{ margin: 0, paddingInlineStart: 20 }}>
                {faults.map((fault) => (
                  <li key={fault}>{fault}</li>
                ))}
              </ul>
            }
          />
        )}
        {running === undefined && answer !== undefined && (
          <>
            <Alert
              showIcon
              type={answer.failed > 0 ? 'warning' : answer.mode === 'preview' ? 'info' : 'success'}
              title={summaryOf(text, answer)}
              description={
                <>
                  {preview !== undefined && <div>{text('import.effect', figures(preview))}</div>}
                  {answer.readAs !== undefined && <div>{text(`import.readAs.${answer.readAs}`)}</div>}
                  {answer.ignored.length > 0 && (
                    <div>{text('import.ignored', { columns: answer.ignored.join(say('、')) })}</div>
                  )}
                  {answer.ignoredSheets.length > 0 && (
                    <div>{text('import.ignoredSheets', { sheets: answer.ignoredSheets.join(say('、')) })}</div>
                  )}
                  {answer.errorCount > answer.errors.length && (
                    <div>{text('import.more', { shown: answer.errors.length, count: answer.errorCount })}</div>
                  )}
                  {report !== undefined && (
                    <Button
                      type="link"
                      icon={<DownloadOutlined />}
                      style={{ height: 'auto', paddingInline: 0, textAlign: 'start', whiteSpace: 'normal' }}
                      onClick={() => void downloadOf(report)}
                    >
                      {text('import.report')}
                    </Button>
                  )}
                  {phone && <div>{again}</div>}
                </>
              }
              action={phone ? undefined : again}
            />
            <ImportRows answer={answer} />
          </>
        )}
      </Flex>
    </Dialog>
  );
}

/** Stops a check that nobody waits for any more: what it found nobody would see. */
function useAbandonedPreview(job: LongJob | undefined): void {
  const latest = useRef(job);
  latest.current = job;
  useEffect(
    () => () => {
      const left = latest.current;
      if (left?.mode === 'preview') void cancelLongJob(left.id).catch(() => undefined);
    },
    [],
  );
}

function phaseOf({ mode, percent }: Running): 'import.sending' | 'import.checking' | 'import.storing' {
  if (percent < 100) return 'import.sending';
  return mode === 'preview' ? 'import.checking' : 'import.storing';
}

const figures = ({ inserted, updated, unchanged, failed }: ImportAnswer) => ({ inserted, updated, unchanged, failed });

function summaryOf(text: ReturnType<typeof useSheetText>, answer: ImportAnswer): string {
  const { mode, total, valid, failed, stored } = answer;
  if (mode === 'preview') return text('import.summary', { total, valid, failed });
  return stored || failed === 0 ? text('import.result', figures(answer)) : text('import.nothing', { failed });
}

function titlesOf(model: EntityModel, keys: string): string {
  return keys
    .split(',')
    .map((key) => model.field.get(key)?.title ?? key)
    .join(say('、'));
}

/** The client has told why a call failed. */
function told(error: unknown): void {
  if (!(error instanceof ApiError)) throw error;
}
