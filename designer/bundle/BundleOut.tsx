import { DownloadOutlined } from '@ant-design/icons';
import { Alert, App, Button, Checkbox, Space } from 'antd';
import { useState } from 'react';
import { saveBlob } from '../../src/api/files.ts';
import type { CarriedPart } from '../../src/core/wire/design.ts';
import { useLoaded } from '../../src/field-types/use-loaded.ts';
import { EmptyState } from '../../src/ui/EmptyState.tsx';
import { ErrorState } from '../../src/ui/ErrorState.tsx';
import { LoadingDelay } from '../../src/ui/LoadingDelay.tsx';
import { fetchCarried, makeBundle } from '../session/design-calls.ts';
import { useBundleText } from './texts.ts';

const KINDS = ['entity', 'own', 'dictionary', 'texts', 'menu'] as const;

/** What of the company goes into a bundle: chosen part by part, with what they need. */
export function BundleOut() {
  const text = useBundleText();
  const { message } = App.useApp();
  const { data, error, retry } = useLoaded('carried', fetchCarried);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  if (error !== undefined) return <ErrorState message={error} onRetry={retry} />;
  if (data === undefined) return <LoadingDelay loading rows={6} />;
  if (data.parts.length === 0) return <EmptyState reason="none" title={text('none')} />;
  const wanted = data.parts.filter(({ entity }) => !left.has(entity));
  const used = new Set(wanted.flatMap(({ uses }) => uses));
  const choose = (part: CarriedPart, isWanted: boolean) => {
    const next = new Set(left);
    for (const key of [part.entity, ...(isWanted ? part.uses : [])]) isWanted ? next.delete(key) : next.add(key);
    setLeft(next);
  };
  const download = async () => {
    setBusy(true);
    setFault(undefined);
    try {
      const bundle = await makeBundle(wanted.map(({ entity }) => entity));
      const name = `${text('title')}-${bundle.at.slice(0, 16).replace(/\D/g, '')}.json`;
      saveBlob(new Blob([JSON.stringify(bundle, null, 2)], { type: 'application/json' }), name);
      void message.success(text('downloaded'));
    } catch (problem) {
      setFault(problem instanceof Error ? problem.message : String(problem));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <p>
        {text('own')} <strong className="anlan-db-print">{data.fingerprint}</strong>{' '}
        <span className="anlan-ds-quiet">{text('own.hint')}</span>
      </p>
      <Space>
        <Button size="small" onClick={() => setLeft(new Set())}>
          {text('all')}
        </Button>
        <Button size="small" onClick={() => setLeft(new Set(data.parts.map(({ entity }) => entity)))}>
          {text('clear')}
        </Button>
      </Space>
      {KINDS.map((kind) => {
        const parts = data.parts.filter((part) => part.kind === kind);
        return parts.length === 0 ? null : (
          <fieldset key={kind} className="anlan-db-parts">
            <legend>{text(`kind.${kind}`)}</legend>
            {parts.map((part) => (
              <Checkbox
                key={part.entity}
                checked={!left.has(part.entity)}
                onChange={({ target }) => choose(part, target.checked)}
              >
                {part.title}{' '}
                <span className="anlan-ds-quiet">
                  {kind === 'own' ? text('whole') : text('edits', { count: part.edits })}
                </span>
                {kind === 'texts' ? <span className="anlan-ds-quiet"> · {text('texts.hint')}</span> : null}
                {used.has(part.entity) ? <span className="anlan-ds-quiet"> · {text('uses')}</span> : null}
              </Checkbox>
            ))}
          </fieldset>
        );
      })}
      {fault === undefined ? null : <Alert type="error" showIcon title={fault} />}
      <Button
        type="primary"
        icon={<DownloadOutlined />}
        loading={busy}
        disabled={wanted.length === 0}
        onClick={() => void download()}
      >
        {text('download')}
      </Button>
    </>
  );
}
