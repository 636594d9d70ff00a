import { App, Form, Input } from 'antd';
import { useNavigate } from 'react-router-dom';
import { resetPassword } from '../../../api/account.ts';
import { LOGIN_PATH } from '../../../api/session.ts';
import { checkText } from '../../../core/validation/text-checks.ts';
import { AccountForm, type AccountInput } from '../shared/AccountForm.tsx';
import { useAccountText } from '../shared/text.ts';

interface ResetInput extends AccountInput {
  readonly newPassword: string;
  readonly newPassword1: string;
}

/** Setting a new password, or the first one of an account that was asked for, by a code that reaches the telephone. */
export function ForgottenPage() {
  const text = useAccountText();
  const { message } = App.useApp();
  const navigate = useNavigate();
  const [form] = Form.useForm<ResetInput>();
  return (
    <AccountForm<ResetInput>
      form={form}
      purpose="reset"
      heading={text('reset.heading')}
      submit={text('reset.submit')}
      onSubmit={async ({ tenantId, phone, smsCode, newPassword, newPassword1 }) => {
        await resetPassword({ tenantId, phone, smsCode, newPassword, newPassword1 });
        message.success(text('reset.done'));
        navigate(LOGIN_PATH, { replace: true });
      }}
    >
      <Form.Item
        name="newPassword"
        label={text('reset.new')}
        extra={text('reset.hint')}
        validateFirst
        rules={[
          { required: true, message: text('reset.new.required') },
          { min: 8, max: 32, message: text('reset.hint') },
          {
            validator: (_, value: string) => {
              const fault = checkText('password', value);
              return fault === undefined ? Promise.resolve() : Promise.reject(new Error(fault));
            },
          },
        ]}
      >
        <Input.Password autoComplete="new-password" />
      </Form.Item>
      <Form.Item
        name="newPassword1"
        label={text('reset.repeat')}
        dependencies={['newPassword']}
        validateFirst
        rules={[
          { required: true, message: text('reset.repeat.required') },
          {
            validator: (_, value: unknown) =>
              value === form.getFieldValue('newPassword')
                ? Promise.resolve()
                : Promise.reject(new Error(text('reset.different'))),
          },
        ]}
      >
        <Input.Password autoComplete="new-password" />
      </Form.Item>
    </AccountForm>
  );
}
