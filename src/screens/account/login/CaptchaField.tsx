import { Button, Form, Input } from 'antd';
import { useScreenText } from '../../texts/texts.ts';
import styles from './LoginPage.module.css';
import type { Captcha } from './useCaptcha.ts';

/** Code field with its picture; a press on the picture brings another. `optional` where whoever sends it asks for it. */
export function CaptchaField({ captcha, optional = false }: { captcha: Captcha; optional?: boolean }) {
  const text = useScreenText();
  return (
    <Form.Item label={text('login.captcha')} required={false}>
      <div className={styles.captcha}>
        <Form.Item
          name="captchaCode"
          noStyle
          rules={optional ? [] : [{ required: true, whitespace: true, message: text('login.captcha.required') }]}
        >
          <Input autoComplete="off" maxLength={8} aria-label={text('login.captcha')} />
        </Form.Item>
        <Button
          className={styles.picture ?? ''}
          title={text('login.captcha.refresh')}
          aria-label={text('login.captcha.refresh')}
          onClick={captcha.refresh}
        >
          {captcha.picture ? (
            <img src={captcha.picture.image} alt={text('login.captcha')} height={38} />
          ) : captcha.failed ? (
            text('login.captcha.failed')
          ) : null}
        </Button>
      </div>
    </Form.Item>
  );
}
