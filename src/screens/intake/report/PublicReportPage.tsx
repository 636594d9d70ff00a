import { Alert, Button, Result, Skeleton, Typography } from 'antd';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { ApiError } from '../../../api/faults.ts';
import { fetchPublicForm } from '../../../api/public.ts';
import type { PublicForm } from '../../../core/wire/public.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { useLanguage } from '../../../ui/text/define-texts.ts';
import { codeInGroups } from './code-in-groups.ts';
import { ReportForm } from './ReportForm.tsx';
import styles from './report.module.css';
import { StateForm } from './StateForm.tsx';
import { useIntakeText } from './text.ts';

/** The page of a printed link: what is asked, the code afterwards, and how far an earlier report has come. */
export function PublicReportPage() {
  const text = useIntakeText();
  const { pathname } = useLocation();
  const link = decodeURIComponent(pathname.replace(/\/+$/, '').split('/').at(-1) ?? '');
  const [form, setForm] = useState<PublicForm>();
  const [fault, setFault] = useState<string>();
  const [round, setRound] = useState(0);
  const [code, setCode] = useState<string>();
  const language = useLanguage((state) => state.language);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another language has other titles, and a round asks again.
  useEffect(() => {
    const abort = new AbortController();
    setFault(undefined);
    fetchPublicForm(link, abort.signal).then(setForm, (error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
      if (!error.cancelled) setFault(error.msg);
    });
    return () => abort.abort();
  }, [link, language, round]);

  if (fault !== undefined) {
    return (
      <div className={styles.page}>
        <ErrorState title={text('form.failed')} message={fault} onRetry={() => setRound(round + 1)} />
      </div>
    );
  }
  if (form === undefined) {
    return (
      <div className={styles.page}>
        <Skeleton active paragraph={{ rows: 8 }} />
      </div>
    );
  }
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <p className={styles.company}>{form.company}</p>
        <h1 className={styles.title}>{form.title}</h1>
      </header>
      {code === undefined ? (
        <>
          <Alert type="warning" showIcon message={text('form.urgent')} />
          <p className={styles.note}>{text('form.anonymous')}</p>
          <ReportForm link={link} form={form} onSent={setCode} />
        </>
      ) : (
        <Result
          status="success"
          title={text('sent.title')}
          subTitle={text('sent.keep')}
          extra={
            <>
              <p className={styles.note}>{text('sent.code')}</p>
              <Typography.Text className={styles.code ?? ''} copyable={{ text: code }}>
                {codeInGroups(code)}
              </Typography.Text>
              <Button block size="large" onClick={() => setCode(undefined)}>
                {text('sent.more')}
              </Button>
            </>
          }
        />
      )}
      <StateForm link={link} />
    </div>
  );
}
