import { Alert, Button, Form, type FormInstance, Input } from 'antd';
import { useEffect, useState } from 'react';
import { requestCode } from '../../../api/account.ts';
import { ApiError } from '../../../api/faults.ts';
import type { CodePurpose } from '../../../core/wire/account.ts';
import { CaptchaField } from '../login/CaptchaField.tsx';
import { useCaptcha } from '../login/useCaptcha.ts';
import styles from './account.module.css';
import { useAccountText } from './text.ts';

/** What the fields enter. */
export interface SmsInput {
  readonly phone: string;
  readonly captchaCode?: string;
  readonly smsCode: string;
}

interface SmsFieldsProps {
  readonly form: FormInstance;
  readonly tenantId: string;
  readonly purpose: CodePurpose;
}

/** A telephone, a picture to be typed off, and the code that then reaches the telephone. */
export function SmsFields({ form, tenantId, purpose }: SmsFieldsProps) {
  const text = useAccountText();
  const captcha = useCaptcha(true);
  const [busy, setBusy] = useState(false);
  const [wait, setWait] = useState(0);
  const [fault, setFault] = useState('');
  const [minutes, setMinutes] = useState(0);

  useEffect(() => {
    if (wait <= 0) return;
    const timer = setTimeout(() => setWait(wait - 1), 1000);
    return () => clearTimeout(timer);
  }, [wait]);

  const send = async (): Promise<void> => {
    // The picture is asked for by each code and not by what comes after it.
    const typed = String(form.getFieldValue('captchaCode') ?? '').trim();
    if (typed === '') form.setFields([{ name: 'captchaCode', errors: [text('captcha.required')] }]);
    const entered = await form.validateFields(['phone']).catch(() => undefined);
    if (entered === undefined || typed === '') return;
    setBusy(true);
    setFault('');
    try {
      const solved = { key: captcha.picture?.key ?? '', code: typed };
      const sent = await requestCode({ tenantId, phone: String(entered.phone).trim(), purpose }, solved);
      setWait(sent.seconds);
      setMinutes(sent.minutes);
      form.getFieldInstance('smsCode')?.focus();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFault(error.errors[0]?.msg ?? error.msg);
    } finally {
      // A picture is good for one code, whatever came of it.
      form.setFields([{ name: 'captchaCode', value: undefined, errors: [] }]);
      captcha.refresh();
      setBusy(false);
    }
  };

  return (
    <>
      <Form.Item
        name="phone"
        label={text('field.phone')}
        validateFirst
        rules={[
          { required: true, whitespace: true, message: text('field.phone.required') },
          { pattern: /^\s*1\d{10}\s*$/, message: text('field.phone.wrong') },
        ]}
      >
        <Input autoComplete="tel-national" inputMode="tel" maxLength={20} autoFocus />
      </Form.Item>
      <CaptchaField captcha={captcha} optional />
      <Form.Item label={text('field.code')}>
        <div className={styles.row}>
          <Form.Item
            name="smsCode"
            noStyle
            rules={[{ required: true, pattern: /^\d{6}$/, message: text('field.code.required') }]}
          >
            <Input autoComplete="one-time-code" inputMode="numeric" maxLength={6} aria-label={text('field.code')} />
          </Form.Item>
          <Button className={styles.send ?? ''} loading={busy} disabled={wait > 0} onClick={() => void send()}>
            {wait > 0 ? text('code.wait', { seconds: wait }) : text('code.send')}
          </Button>
        </div>
      </Form.Item>
      {minutes > 0 && fault === '' ? (
        <Alert className={styles.note} type="info" showIcon title={text('code.sent', { minutes })} role="status" />
      ) : null}
      {fault === '' ? null : <Alert className={styles.note} type="error" showIcon title={fault} role="alert" />}
    </>
  );
}
