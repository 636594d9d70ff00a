import { Alert, Button, Form, Input, InputNumber, Select } from 'antd';
import { useRef, useState } from 'react';
import { ApiError } from '../../../api/faults.ts';
import { newKey } from '../../../api/new-key.ts';
import { sendPublicPicture, sendPublicReport } from '../../../api/public.ts';
import type { PublicField, PublicForm } from '../../../core/wire/public.ts';
import { useCaptcha } from '../../account/login/useCaptcha.ts';
import { type ChosenPicture, PictureChooser } from './PictureChooser.tsx';
import styles from './report.module.css';
import { useIntakeText } from './text.ts';

interface ReportFormProps {
  readonly link: string;
  readonly form: PublicForm;
  readonly onSent: (code: string) => void;
}

type Values = Readonly<Record<string, unknown>>;

/** The form itself: the fields of the entity, pictures, and a captcha. */
export function ReportForm({ link, form, onSent }: ReportFormProps) {
  const text = useIntakeText();
  const captcha = useCaptcha(true);
  const [entry] = Form.useForm();
  const [pictures, setPictures] = useState<readonly ChosenPicture[]>([]);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState('');
  // The same report under the same key, however often its answer was lost on the way.
  const key = useRef(newKey());

  const send = async ({ captchaCode, ...values }: Values): Promise<void> => {
    setBusy(true);
    setFault('');
    try {
      const ids: string[] = [];
      for (const picture of pictures) ids.push(picture.id ?? (await bring(picture)));
      const sent = Object.fromEntries(Object.entries(values).flatMap(([name, value]) => written(form, name, value)));
      const solved = { key: captcha.picture?.key ?? '', code: String(captchaCode ?? '').trim() };
      const code = await sendPublicReport(link, { values: sent, pictures: ids, key: key.current }, solved);
      key.current = newKey();
      onSent(code);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFault(error.errors[0]?.msg ?? error.msg);
      captcha.refresh();
      entry.setFieldValue('captchaCode', '');
    } finally {
      setBusy(false);
    }
  };
  const bring = async (picture: ChosenPicture): Promise<string> => {
    const id = await sendPublicPicture(link, picture.content);
    setPictures((before) => before.map((one) => (one.address === picture.address ? { ...one, id } : one)));
    return id;
  };

  return (
    <Form form={entry} layout="vertical" requiredMark onFinish={(values: Values) => void send(values)} disabled={busy}>
      {form.fields.map((field) => (
        <Form.Item
          key={field.key}
          name={field.key}
          label={field.title}
          extra={field.hint}
          rules={[{ required: field.required, message: text('form.required', { title: field.title }) }]}
        >
          {entered(field, text('form.choose'))}
        </Form.Item>
      ))}
      {form.pictures !== undefined && (
        <PictureChooser {...form.pictures} pictures={pictures} disabled={busy} onChange={setPictures} />
      )}
      <Form.Item label={text('captcha.title')} required>
        <div className={styles.row}>
          <Form.Item
            name="captchaCode"
            noStyle
            rules={[{ required: true, whitespace: true, message: text('captcha.required') }]}
          >
            <Input autoComplete="off" maxLength={8} aria-label={text('captcha.title')} />
          </Form.Item>
          <Button
            className={styles.captcha ?? ''}
            title={text('captcha.refresh')}
            aria-label={text('captcha.refresh')}
            onClick={captcha.refresh}
          >
            {captcha.picture !== undefined ? (
              <img src={captcha.picture.image} alt={text('captcha.title')} height={38} />
            ) : captcha.failed ? (
              text('captcha.failed')
            ) : null}
          </Button>
        </div>
      </Form.Item>
      {fault !== '' && <Alert className={styles.fault ?? ''} type="error" showIcon message={fault} role="alert" />}
      <Button type="primary" size="large" block htmlType="submit" loading={busy}>
        {text(busy ? 'form.sending' : 'form.send')}
      </Button>
    </Form>
  );
}

function entered({ kind, most, placeholder, choices = [] }: PublicField, choose: string) {
  switch (kind) {
    case 'text':
      return <Input.TextArea rows={4} maxLength={most} showCount placeholder={placeholder} />;
    case 'number':
      return <InputNumber className={styles.wide ?? ''} placeholder={placeholder} />;
    case 'choice':
      return (
        <Select
          allowClear
          placeholder={placeholder ?? choose}
          options={choices.map(({ key: value, title: label }) => ({ value, label }))}
        />
      );
    case 'date':
      return <Input type="date" />;
    case 'moment':
      return <Input type="datetime-local" />;
    case 'time':
      return <Input type="time" />;
    default:
      return <Input maxLength={most} placeholder={placeholder} autoComplete="off" />;
  }
}

/** A value as the record takes it; none where nothing was entered. */
function written({ fields }: PublicForm, name: string, value: unknown): [string, unknown][] {
  if (value === undefined || value === null || value === '') return [];
  const moment = fields.find(({ key }) => key === name)?.kind === 'moment';
  return [[name, moment ? `${String(value).replace('T', ' ')}:00` : value]];
}
