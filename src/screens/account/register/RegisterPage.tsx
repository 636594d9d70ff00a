import { Alert, Form, Input } from 'antd';
import { useNavigate } from 'react-router-dom';
import { requestAccount } from '../../../api/account.ts';
import { AccountForm, type AccountInput } from '../shared/AccountForm.tsx';
import styles from '../shared/account.module.css';
import { useAccountText } from '../shared/text.ts';

interface RegisterInput extends AccountInput {
  readonly realName: string;
  readonly unitName?: string;
  readonly reason?: string;
}

/** Asking for an account, which an administrator of the company opens. */
export function RegisterPage() {
  const text = useAccountText();
  const navigate = useNavigate();
  const [form] = Form.useForm<RegisterInput>();
  return (
    <AccountForm<RegisterInput>
      form={form}
      purpose="register"
      heading={text('register.heading')}
      submit={text('register.submit')}
      note={<Alert className={styles.note} type="info" showIcon title={text('register.note')} />}
      onSubmit={async ({ captchaCode: _, ...asked }) => {
        await requestAccount(asked);
        navigate('/user/register-result', { replace: true });
      }}
    >
      <Form.Item
        name="realName"
        label={text('register.name')}
        rules={[{ required: true, whitespace: true, message: text('register.name.required') }]}
      >
        <Input autoComplete="name" maxLength={20} />
      </Form.Item>
      <Form.Item name="unitName" label={text('register.unit')}>
        <Input autoComplete="organization" maxLength={60} />
      </Form.Item>
      <Form.Item name="reason" label={text('register.reason')}>
        <Input.TextArea rows={2} maxLength={200} showCount />
      </Form.Item>
    </AccountForm>
  );
}
