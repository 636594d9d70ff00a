import { InboxOutlined } from '@ant-design/icons';
import { Alert, App, Button, Checkbox, Input, Upload } from 'antd';
import { useState } from 'react';
import type { BundleOutlook } from '../../src/core/wire/design.ts';
import { useLoaded } from '../../src/field-types/use-loaded.ts';
import { checkBundle, takeBundle } from '../session/design-calls.ts';
import { useBundleText } from './texts.ts';

/** Bytes of a file that may still be a bundle. */
const MOST = 8_000_000;

/** Takes a bundle into the draft: read, tried, its maker compared, and only then taken. */
export function BundleIn({ onTaken }: { onTaken(): void }) {
  const text = useBundleText();
  const { message } = App.useApp();
  const [bundle, setBundle] = useState<{ readonly text: string; readonly value: unknown }>();
  const [pasted, setPasted] = useState('');
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState(false);
  const { data, error, loading } = useLoaded(bundle?.text, (signal) => checkBundle(bundle?.value, signal));
  const read = (content: string) => {
    setFault(undefined);
    try {
      setBundle({ text: content, value: JSON.parse(content) });
    } catch {
      setFault(text('broken'));
    }
  };
  const forget = () => {
    setBundle(undefined);
    setPasted('');
    setFault(undefined);
  };
  const take = async (from: string) => {
    setBusy(true);
    setFault(undefined);
    try {
      await takeBundle(bundle?.value, from);
      void message.success(text('taken'));
      forget();
      onTaken();
    } catch (problem) {
      setFault(problem instanceof Error ? problem.message : String(problem));
    } finally {
      setBusy(false);
    }
  };
  const wrong = fault ?? (bundle === undefined ? undefined : error);
  return (
    <>
      {bundle === undefined ? (
        <>
          <Upload.Dragger
            accept=".json,application/json"
            showUploadList={false}
            beforeUpload={(file) => {
              if (file.size > MOST) setFault(text('large'));
              else void file.text().then(read);
              return false;
            }}
          >
            <InboxOutlined style={{ fontSize: 32 }} />
            <p>{text('drop')}</p>
          </Upload.Dragger>
          <label htmlFor="db-paste">{text('paste')}</label>
          <Input.TextArea id="db-paste" rows={4} value={pasted} onChange={({ target }) => setPasted(target.value)} />
          <Button disabled={pasted.trim() === ''} onClick={() => read(pasted)}>
            {text('paste.read')}
          </Button>
        </>
      ) : (
        <Button onClick={forget}>{text('again')}</Button>
      )}
      {wrong === undefined ? null : <Alert type="error" showIcon title={wrong} />}
      {bundle !== undefined && loading ? <p className="anlan-ds-quiet">{text('asking')}</p> : null}
      {bundle === undefined || data === undefined || loading || wrong !== undefined ? null : (
        <Outlook key={bundle.text} outlook={data} busy={busy} onTake={() => void take(data.from)} />
      )}
    </>
  );
}

/** What taking the bundle would do. */
function Outlook({ outlook, busy, onTake }: { outlook: BundleOutlook; busy: boolean; onTake(): void }) {
  const text = useBundleText();
  const [agreed, setAgreed] = useState(false);
  const { from, at, entities, missing, impact } = outlook;
  return (
    <section aria-live="polite">
      <p>
        {text('from')} <strong className="anlan-db-print">{from}</strong>{' '}
        <span className="anlan-ds-quiet">
          {text('at')} {at.slice(0, 16)}
        </span>
      </p>
      {missing.length === 0 ? null : (
        <Alert
          type="error"
          showIcon
          title={text('missing')}
          description={
            <>
              <Sentences sentences={missing} />
              {text('missing.hint')}
            </>
          }
        />
      )}
      {entities.length === 0 ? (
        missing.length === 0 && <Alert type="success" showIcon title={text('same')} />
      ) : (
        <>
          <h3 className="anlan-ds-small">{text('what')}</h3>
          <Sentences sentences={entities.map(({ title, edits }) => `${title}：${text('edits', { count: edits })}`)} />
          <h3 className="anlan-ds-small">{text('impact')}</h3>
          {impact.length === 0 ? (
            <p className="anlan-ds-quiet">{text('impact.none')}</p>
          ) : (
            <>
              <Sentences sentences={impact.map(({ entityTitle, message }) => `${entityTitle}：${message}`)} />
              <p className="anlan-ds-quiet">{text('impact.hint')}</p>
            </>
          )}
          <p>
            <Checkbox checked={agreed} onChange={({ target }) => setAgreed(target.checked)}>
              {text('agree')}
            </Checkbox>
          </p>
          <Button type="primary" loading={busy} disabled={!agreed || missing.length > 0} onClick={onTake}>
            {text('take')}
          </Button>
        </>
      )}
    </section>
  );
}

function Sentences({ sentences }: { sentences: readonly string[] }) {
  return (
    <ul className="anlan-ds-sentences">
      {sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}
