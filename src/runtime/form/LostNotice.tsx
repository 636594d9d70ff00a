import { Alert, App, Button } from 'antd';
import { copyText } from '../../ui/copy-text.ts';
import { runtimeText } from '../text.ts';
import type { LostInput } from './lost-input.ts';

/** Names what was typed into fields that the form has no more, in full and to be copied. */
export function LostNotice({ lost }: { lost: readonly LostInput[] }) {
  const { message } = App.useApp();
  const copy = () => {
    const text = lost
      .map((input) => runtimeText('form.gone.line', { title: input.title, text: input.text }))
      .join('\n');
    copyText(text).then(
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
