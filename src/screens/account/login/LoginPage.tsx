import { LockOutlined, UserOutlined } from '@ant-design/icons';
import { Alert, Button, Form, Input } from 'antd';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { login } from '../../../api/auth.ts';
import { useEnterprise } from '../../../api/enterprise.ts';
import { ApiError } from '../../../api/faults.ts';
import { session } from '../../../api/session.ts';
import { useScreenText } from '../../texts/texts.ts';
import { CaptchaField } from './CaptchaField.tsx';
import styles from './LoginPage.module.css';
import { OtherWays } from './OtherWays.tsx';
import { TenantField } from './TenantField.tsx';
import { useCapsLock } from './useCapsLock.ts';
import { useCaptcha } from './useCaptcha.ts';
import { useSignedIn } from './useSignedIn.ts';
import { useTenantChoice } from './useTenantChoice.ts';

interface LoginForm {
  readonly tenantId: string;
  readonly username: string;
  readonly password: string;
  readonly captchaCode?: string;
}

/** The form of the login page: company, account, password, and a captcha where the company asks for one. */
export function LoginPage() {
  const text = useScreenText();
  const signedIn = useSignedIn();
  const location = useLocation();
  const [form] = Form.useForm<LoginForm>();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const choice = useTenantChoice(form);
  const { tenantId } = choice;
  const captchaMode = useEnterprise((state) => state.config.tenantId === tenantId && state.config.captchaMode);
  const captcha = useCaptcha(captchaMode);
  const caps = useCapsLock();

  const submit = async (input: LoginForm) => {
    if (busy) {
      return;
    }
    setBusy(true);
    setFailure('');
    try {
      const tokens = await login({
        tenantId: input.tenantId,
        username: input.username.trim(),
        password: input.password,
        captcha: captchaMode ? { key: captcha.picture?.key ?? '', code: (input.captchaCode ?? '').trim() } : undefined,
      });
      signedIn(tokens, location.pathname);
    } catch (error) {
      setFailure(error instanceof ApiError ? error.msg : String(error));
      setBusy(false);
      form.setFieldValue('captchaCode', undefined);
      captcha.refresh();
      form.getFieldInstance('password')?.focus({ cursor: 'all' });
    }
  };

  return (
    <div className={styles.box} {...caps.watch}>
      <h2 className={styles.heading}>{text('login.welcome')}</h2>
      <Form
        form={form}
        layout="vertical"
        size="large"
        requiredMark={false}
        initialValues={{ tenantId: session().tenantId }}
        onFinish={(input) => void submit(input)}
        onValuesChange={() => setFailure('')}
      >
        <TenantField choice={choice} />
        <Form.Item
          name="username"
          label={text('login.account')}
          rules={[{ required: true, whitespace: true, message: text('login.account.required') }]}
        >
          <Input
            prefix={<UserOutlined aria-hidden />}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={64}
            autoFocus
          />
        </Form.Item>
        <Form.Item
          name="password"
          label={text('login.password')}
          rules={[{ required: true, message: text('login.password.required') }]}
          extra={caps.on ? <span role="status">{text('login.caps')}</span> : null}
        >
          <Input.Password prefix={<LockOutlined aria-hidden />} autoComplete="current-password" maxLength={128} />
        </Form.Item>
        {captchaMode ? <CaptchaField captcha={captcha} /> : null}
        {failure === '' ? null : (
          <Alert type="error" showIcon className={styles.alert} title={failure} data-testid="login-error" />
        )}
        <Button type="primary" htmlType="submit" block loading={busy}>
          {text(busy ? 'login.busy' : 'login.submit')}
        </Button>
      </Form>
      <OtherWays tenantId={tenantId} />
    </div>
  );
}
