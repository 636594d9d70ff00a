import { Form } from 'antd';
import { loginByPhone } from '../../../api/account.ts';
import { LOGIN_PATH } from '../../../api/session.ts';
import { useSignedIn } from '../login/useSignedIn.ts';
import { AccountForm, type AccountInput } from '../shared/AccountForm.tsx';
import { useAccountText } from '../shared/text.ts';

/** Signing in by a code that reaches the telephone. */
export function PhoneLoginPage() {
  const text = useAccountText();
  const [form] = Form.useForm<AccountInput>();
  const signedIn = useSignedIn();
  return (
    <AccountForm<AccountInput>
      form={form}
      purpose="login"
      heading={text('phone.heading')}
      submit={text('phone.submit')}
      onSubmit={async ({ tenantId, phone, smsCode }) =>
        signedIn(await loginByPhone({ tenantId, phone, smsCode }), LOGIN_PATH)
      }
    />
  );
}
