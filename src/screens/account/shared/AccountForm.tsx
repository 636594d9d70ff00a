import { Alert, Button, Form, type FormInstance } from 'antd';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import { useEnterprise } from '../../../api/enterprise.ts';
import { ApiError } from '../../../api/faults.ts';
import { LOGIN_PATH } from '../../../api/session.ts';
import type { CodePurpose } from '../../../core/wire/account.ts';
import { TenantField } from '../login/TenantField.tsx';
import { useTenantChoice } from '../login/useTenantChoice.ts';
import styles from './account.module.css';
import { SmsFields, type SmsInput } from './SmsFields.tsx';
import { useAccountText } from './text.ts';

interface AccountFormProps<Input> {
  readonly form: FormInstance;
  readonly purpose: CodePurpose;
  readonly heading: string;
  readonly submit: string;
  /** What stands above the fields. Default nothing. */
  readonly note?: ReactNode;
  /** Fields behind the code. Default none. */
  readonly children?: ReactNode;
  readonly onSubmit: (input: Input) => Promise<void>;
}

/** What every such form enters. */
export interface AccountInput extends SmsInput {
  readonly tenantId: string;
}

/** Setting of the company by which a way is open. */
const OPENED = { login: 'phoneLogin', register: 'selfRegister', reset: 'passwordReset' } as const;

/** A form that proves a telephone: company, number, picture, code, and what it is for. */
export function AccountForm<Input extends AccountInput>(props: AccountFormProps<Input>) {
  const { form, purpose, heading, submit, note, children, onSubmit } = props;
  const text = useAccountText();
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState('');
  const choice = useTenantChoice(form);
  const { tenantId } = choice;
  const closed = useEnterprise(
    ({ config, fresh }) => fresh && config.tenantId === tenantId && !config[OPENED[purpose]],
  );

  const send = async (input: Input): Promise<void> => {
    if (busy) return;
    setBusy(true);
    setFault('');
    try {
      await onSubmit({ ...input, phone: input.phone.trim() });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const placed = error.errors.flatMap(({ pointer, msg }) => {
        const name = pointer.slice(1);
        return form.getFieldInstance(name) ? [{ name, errors: [msg] }] : [];
      });
      if (placed.length > 0) form.setFields(placed);
      else setFault(error.errors[0]?.msg ?? error.msg);
      setBusy(false);
    }
  };

  return (
    <div className={styles.box}>
      <h2 className={styles.heading}>{heading}</h2>
      <Form
        form={form}
        layout="vertical"
        size="large"
        requiredMark={false}
        initialValues={{ tenantId }}
        onFinish={(input: Input) => void send(input)}
        onValuesChange={() => setFault('')}
      >
        <TenantField choice={choice} />
        {closed ? (
          <Alert type="warning" showIcon title={text('closed')} role="alert" />
        ) : (
          <>
            {note}
            <SmsFields form={form} tenantId={tenantId} purpose={purpose} />
            {children}
            {fault === '' ? null : <Alert className={styles.note} type="error" showIcon title={fault} role="alert" />}
            <Button type="primary" htmlType="submit" block loading={busy}>
              {busy ? text('busy') : submit}
            </Button>
          </>
        )}
      </Form>
      <div className={styles.foot}>
        <Link to={LOGIN_PATH}>{text('back')}</Link>
      </div>
    </div>
  );
}
