import { LockOutlined, UserOutlined } from '@ant-design/icons';
import { Alert, Button, Form, Input, Select } from 'antd';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { resetAccess } from '../../../api/access.ts';
import { ARRIVAL, afterLogin } from '../../../api/address.ts';
import { login } from '../../../api/auth.ts';
import { useEnterprise } from '../../../api/enterprise.ts';
import { ApiError } from '../../../api/faults.ts';
import { session, storeTokens, useSession } from '../../../api/session.ts';
import { FIXED_MENU_ID } from '../../../api/site.ts';
import { useScreenText } from '../../texts/texts.ts';
import { CaptchaField } from './CaptchaField.tsx';
import styles from './LoginPage.module.css';
import { useCapsLock } from './useCapsLock.ts';
import { useCaptcha } from './useCaptcha.ts';
import { useTenants } from './useTenants.ts';

interface LoginForm {
  readonly tenantId: string;
  readonly username: string;
  readonly password: string;
  readonly captchaCode?: string;
}

/** The form of the login page: company, account, password, and a captcha where the company asks for one. */
export function LoginPage() {
  const text = useScreenText();
  const navigate = useNavigate();
  const location = useLocation();
  const [form] = Form.useForm<LoginForm>();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const tenantId = Form.useWatch('tenantId', form) ?? session().tenantId;
  const { tenants, failed, reload } = useTenants(tenantId);
  const captchaMode = useEnterprise((state) => state.config.tenantId === tenantId && state.config.captchaMode);
  const captcha = useCaptcha(captchaMode);
  const caps = useCapsLock();

  useEffect(() => {
    const known = tenants.some((tenant) => tenant.tenantId === form.getFieldValue('tenantId'));
    if (tenants[0] && !known) {
      form.setFieldValue('tenantId', tenants[0].tenantId);
    }
  }, [tenants, form]);

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
      resetAccess();
      useSession.setState({
        userInfo: null,
        companyTenantId: '',
        menuId: FIXED_MENU_ID,
        loginPath: location.pathname,
      });
      storeTokens(tokens);
      navigate(afterLogin(location.search), { replace: true, state: ARRIVAL });
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
      {failed ? (
        <Alert
          type="warning"
          showIcon
          className={styles.alert}
          title={text('login.tenant.failed')}
          action={
            <Button size="small" onClick={reload}>
              {text('login.retry')}
            </Button>
          }
        />
      ) : null}
      <Form
        form={form}
        layout="vertical"
        size="large"
        requiredMark={false}
        initialValues={{ tenantId: session().tenantId }}
        onFinish={(input) => void submit(input)}
        onValuesChange={() => setFailure('')}
      >
        <Form.Item
          name="tenantId"
          label={text('login.tenant')}
          rules={[{ required: true, message: text('login.tenant.required') }]}
        >
          <Select
            options={tenants.map((tenant) => ({ value: tenant.tenantId, label: tenant.tenantName }))}
            loading={tenants.length === 0 && !failed}
            showSearch={tenants.length > 8 ? { optionFilterProp: 'label' } : false}
          />
        </Form.Item>
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
    </div>
  );
}
