import { App, Form, type FormInstance, Input } from 'antd';
import { useId, useState } from 'react';
import { ApiError } from '../../api/faults.ts';
import { useSession } from '../../api/session.ts';
import { updatePassword } from '../../api/system.ts';
import { titled } from '../../core/text/punctuate.ts';
import { useAppText } from '../i18n/texts.ts';
import { newPasswordFaultText } from './password-rules.ts';

/** What is entered to change the own password. */
interface PasswordInput {
  readonly oldPassword: string;
  readonly newPassword: string;
  readonly newPassword1: string;
}

const FIELDS = ['oldPassword', 'newPassword', 'newPassword1'] as const;

/** Sends a changed password, and puts what the server refuses beside the field that it means. */
export function usePasswordChange(onDone: () => void): {
  readonly form: FormInstance<PasswordInput>;
  readonly busy: boolean;
  submit(input: PasswordInput): Promise<void>;
} {
  const text = useAppText();
  const { message } = App.useApp();
  const [form] = Form.useForm<PasswordInput>();
  const [busy, setBusy] = useState(false);
  const submit = async (input: PasswordInput) => {
    setBusy(true);
    try {
      await updatePassword(input);
      useSession.setState(({ userInfo }) => ({
        userInfo: userInfo ? { ...userInfo, mustChangePassword: false } : null,
      }));
      message.success(text('password.done'));
      onDone();
    } catch (error) {
      // Whatever went wrong, this is what the specification has it say; the server's own words follow where they differ.
      const [fault] = error instanceof ApiError ? error.errors : [];
      const said = fault?.msg ?? (error instanceof ApiError ? error.msg : '');
      const name = FIELDS.find((field) => fault?.pointer === `/${field}`) ?? 'oldPassword';
      const wrong = text('password.wrong');
      const hint = said === '' || said === wrong ? wrong : name === 'oldPassword' ? titled(wrong, said) : said;
      message.error(wrong);
      form.setFields([{ name, errors: [hint] }]);
      form.getFieldInstance(name)?.focus({ cursor: 'all' });
    } finally {
      setBusy(false);
    }
  };
  return { form, busy, submit };
}

/** The fields of a change of password; the buttons belong to where it stands. */
export function PasswordFields({
  form,
  onSubmit,
}: {
  form: FormInstance<PasswordInput>;
  onSubmit: (input: PasswordInput) => Promise<void>;
}) {
  const text = useAppText();
  const accountId = useId();
  const account = useSession((state) => state.userInfo?.account ?? '');
  return (
    <Form form={form} layout="vertical" preserve={false} onFinish={(input) => void onSubmit(input)}>
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
              const fault = newPasswordFaultText(typeof value === 'string' ? value : '');
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
  );
}
