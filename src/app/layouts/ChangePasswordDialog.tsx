import { Alert, App, Button, Form, Input } from 'antd';
import { useId, useState } from 'react';
import { ApiError } from '../../api/faults.ts';
import { useSession } from '../../api/session.ts';
import { updatePassword } from '../../api/system.ts';
import { titled } from '../../core/text/punctuate.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { useText } from '../i18n/texts.ts';
import { logoutAndClear } from '../session/end-session.ts';
import styles from './layouts.module.css';
import { newPasswordFault } from './password-rules.ts';

interface PasswordForm {
  readonly oldPassword: string;
  readonly newPassword: string;
  readonly newPassword1: string;
}

/** Changes the own password. `forced` leaves no way around it but the logout. */
export function ChangePasswordDialog({
  open,
  forced = false,
  onClose,
}: {
  open: boolean;
  forced?: boolean;
  onClose?: () => void;
}) {
  const text = useText();
  const { message } = App.useApp();
  const [form] = Form.useForm<PasswordForm>();
  const [busy, setBusy] = useState(false);
  const accountId = useId();
  const account = useSession((state) => state.userInfo?.account ?? '');

  const submit = async (input: PasswordForm) => {
    setBusy(true);
    try {
      await updatePassword(input);
      useSession.setState(({ userInfo }) => ({
        userInfo: userInfo ? { ...userInfo, mustChangePassword: false } : null,
      }));
      message.success(text('password.done'));
      onClose?.();
    } catch (error) {
      // Whatever went wrong, this is what the specification has it say; the server's own words follow where they differ.
      const said = error instanceof ApiError ? (error.errors[0]?.msg ?? error.msg) : '';
      const wrong = text('password.wrong');
      const hint = said !== '' && said !== wrong ? titled(wrong, said) : wrong;
      message.error(wrong);
      form.setFields([{ name: 'oldPassword', errors: [hint] }]);
      form.getFieldInstance('oldPassword')?.focus({ cursor: 'all' });
    } finally {
      setBusy(false);
    }
  };

  return (
    <Dialog
      open={open}
      title={text('password.title')}
      busy={busy}
      onOk={() => form.submit()}
      closable={!forced}
      onClose={() => onClose?.()}
      {...(forced
        ? {
            footer: [
              <Button key="logout" disabled={busy} onClick={() => void logoutAndClear()}>
                {text('user.logout')}
              </Button>,
              <Button key="ok" type="primary" loading={busy} onClick={() => form.submit()}>
                {text('password.title')}
              </Button>,
            ],
          }
        : {})}
    >
      <Form form={form} layout="vertical" preserve={false} onFinish={(input) => void submit(input)}>
        {forced ? (
          <Alert type="warning" showIcon className={styles.reason ?? ''} title={text('password.forced')} />
        ) : null}
        <Form.Item label={text('password.account')} htmlFor={accountId}>
          <Input id={accountId} value={account} readOnly autoComplete="username" variant="filled" />
        </Form.Item>
        <Form.Item
          name="oldPassword"
          label={text('password.old')}
          rules={[{ required: true, message: text('password.old.required') }]}
        >
          <Input.Password autoComplete="current-password" maxLength={128} autoFocus />
        </Form.Item>
        <Form.Item
          name="newPassword"
          label={text('password.new')}
          required
          extra={text('password.hint')}
          validateFirst
          rules={[
            {
              validator: (_, value: unknown) => {
                const fault = newPasswordFault(typeof value === 'string' ? value : '');
                return fault ? Promise.reject(new Error(text(fault))) : Promise.resolve();
              },
            },
          ]}
        >
          <Input.Password autoComplete="new-password" />
        </Form.Item>
        <Form.Item
          name="newPassword1"
          label={text('password.repeat')}
          dependencies={['newPassword']}
          required
          validateFirst
          rules={[
            { required: true, message: text('password.repeat.required') },
            {
              validator: (_, value: unknown) =>
                value === form.getFieldValue('newPassword')
                  ? Promise.resolve()
                  : Promise.reject(new Error(text('password.different'))),
            },
          ]}
        >
          <Input.Password autoComplete="new-password" onPressEnter={() => form.submit()} />
        </Form.Item>
      </Form>
    </Dialog>
  );
}
