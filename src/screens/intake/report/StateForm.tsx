import { Button, Input } from 'antd';
import { useId, useState } from 'react';
import { ApiError } from '../../../api/faults.ts';
import { fetchPublicState } from '../../../api/public.ts';
import styles from './report.module.css';
import { useIntakeText } from './text.ts';

/** Asks by a code how far a report has come. */
export function StateForm({ link }: { link: string }) {
  const text = useIntakeText();
  const id = useId();
  const [code, setCode] = useState('');
  const [said, setSaid] = useState('');
  const [busy, setBusy] = useState(false);
  const ask = async (): Promise<void> => {
    setBusy(true);
    try {
      const { sent, state } = await fetchPublicState(link, code);
      setSaid(text('state.answer', { sent, state }));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setSaid(error.msg);
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className={styles.state} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className={styles.subtitle}>
        {text('state.title')}
      </h2>
      <form
        className={styles.row}
        onSubmit={(event) => {
          event.preventDefault();
          if (code.trim() !== '') void ask();
        }}
      >
        <Input
          aria-label={text('state.code')}
          placeholder={text('state.code')}
          autoComplete="off"
          maxLength={20}
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
        <Button htmlType="submit" loading={busy}>
          {text('state.ask')}
        </Button>
      </form>
      <p role="status" className={styles.note}>
        {said}
      </p>
    </section>
  );
}
