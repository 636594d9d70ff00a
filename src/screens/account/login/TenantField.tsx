import { Alert, Button, Form, Select } from 'antd';
import { useScreenText } from '../../texts/texts.ts';
import styles from './LoginPage.module.css';
import type { ChosenTenant } from './useTenantChoice.ts';

/** The company that a form of the login page is about. */
export function TenantField({ choice: { tenants, failed, reload } }: { choice: ChosenTenant }) {
  const text = useScreenText();
  return (
    <>
      {failed !== undefined ? (
        <Alert
          type="warning"
          showIcon
          className={styles.alert}
          title={text(failed === 'unreached' ? 'login.unreached' : 'login.tenant.failed')}
          action={
            <Button size="small" onClick={reload}>
              {text('login.retry')}
            </Button>
          }
        />
      ) : null}
      <Form.Item
        name="tenantId"
        label={text('login.tenant')}
        rules={[{ required: true, message: text('login.tenant.required') }]}
      >
        <Select
          options={tenants.map((tenant) => ({ value: tenant.tenantId, label: tenant.tenantName }))}
          loading={tenants.length === 0 && failed === undefined}
          showSearch={tenants.length > 8 ? { optionFilterProp: 'label' } : false}
        />
      </Form.Item>
    </>
  );
}
