import { Alert, App, Button, Space } from 'antd';
import { plantTime } from '../../api/plant-clock.ts';
import { runtimeText } from '../text.ts';
import type { LostInput } from './lost-input.ts';
import type { FormController } from './useFormController.ts';

/** What a person should know before he goes on: an unsaved draft, a changed form, a failure without a field. */
export function FormNotices({ controller }: { controller: FormController }) {
  const { offer, stored, upgraded, lost = [], problem } = controller;
  const older = offer !== undefined && stored !== undefined && offer.version !== stored.version;
  return (
    <div className="anlan-form-notices">
      {offer !== undefined && (
        <Alert
          type="info"
          showIcon
          title={runtimeText(older ? 'form.restoreOlder' : 'form.restore', {
            time: plantTime(offer.savedAt).slice(0, 16),
          })}
          action={
            <Space>
              <Button size="small" type="primary" onClick={controller.takeOffer}>
                {runtimeText('form.restore.take')}
              </Button>
              <Button size="small" onClick={controller.dropOffer}>
                {runtimeText('form.restore.drop')}
              </Button>
            </Space>
          }
        />
      )}
      {upgraded && lost.length === 0 && <Alert type="info" showIcon closable title={runtimeText('form.upgraded')} />}
      {lost.length > 0 && <LostNotice lost={lost} />}
      {problem !== undefined && <Alert type="error" showIcon role="alert" title={problem} />}
    </div>
  );
}

/** Names what was typed into fields that the form has no more, in full and to be copied. */
function LostNotice({ lost }: { lost: readonly LostInput[] }) {
  const { message } = App.useApp();
  const copy = () => {
    const text = lost
      .map((input) => runtimeText('form.gone.line', { title: input.title, text: input.text }))
      .join('\n');
    navigator.clipboard.writeText(text).then(
      () => void message.success(runtimeText('form.gone.copied')),
      // Where the browser forbids it, what stands here can still be marked by hand.
      () => void message.warning(runtimeText('form.gone.notCopied')),
    );
  };
  return (
    <Alert
      type="warning"
      showIcon
      role="alert"
      title={runtimeText('form.gone', { count: lost.length })}
      description={
        <ul className="anlan-lost">
          {lost.map((input) => (
            <li key={input.id}>
              <b>{input.title}</b>
              <pre>{input.text}</pre>
            </li>
          ))}
        </ul>
      }
      action={
        <Button size="small" onClick={copy}>
          {runtimeText('form.gone.copy')}
        </Button>
      }
    />
  );
}
