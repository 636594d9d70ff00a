import { Radio, Select } from 'antd';
import { useState } from 'react';
import { ApiError } from '../../api/faults.ts';
import { newKey } from '../../api/new-key.ts';
import type { WireRecord } from '../../core/wire/contract.ts';
import type { HeldItem } from '../../core/wire/held-item.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Refusal } from '../../ui/Refusal.tsx';
import { removeRecords, writeRecord } from '../calls/entity-calls.ts';
import { useEntityPage } from '../EntityContext.ts';
import { recordName } from '../model/record-view.ts';
import { runtimeText } from '../text.ts';

type Way = 'seal' | 'replace';

interface HeldItemDialogProps {
  readonly record: WireRecord;
  readonly held: HeldItem;
  /** Called with what to tell when the item is sealed or replaced. */
  readonly onDone: (message: string) => void;
  readonly onClose: () => void;
}

/** Says where records hold an item that was to be removed, and offers to seal it or to put another in its place. */
export function HeldItemDialog({ record, held, onDone, onClose }: HeldItemDialogProps) {
  const { page } = useEntityPage();
  const { model, callPage } = page;
  const { seal, others, uses } = held;
  const ways: readonly Way[] = [
    ...(seal === undefined ? [] : ['seal' as const]),
    ...(others.length > 0 ? ['replace' as const] : []),
  ];
  const [way, setWay] = useState(ways[0]);
  const [to, setTo] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  // One key for each choice, so that a second press is stored once.
  const [keys] = useState({ seal: newKey(), replace: newKey() });
  const name = recordName(page, record);
  const count = uses.reduce((sum, use) => sum + use.count, 0);

  const apply = async (): Promise<string | undefined> => {
    const quiet = [400, 404, 409];
    if (way === 'seal' && seal !== undefined) {
      const body = { ...seal, id: record.id, version: record.version };
      await writeRecord(model, 'submit', body, { idempotencyKey: keys.seal, page: callPage, quiet });
      return runtimeText('held.sealed', { name });
    }
    if (to === undefined) {
      setProblem(runtimeText('held.choose'));
      return undefined;
    }
    await removeRecords(model, [record.id], { to, idempotencyKey: `${keys.replace}-${to}`, page: callPage, quiet });
    const other = others.find(({ key }) => key === to)?.title ?? to;
    return runtimeText('held.replaced', { name, other, count });
  };

  const submit = async (): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    try {
      const message = await apply();
      if (message !== undefined) onDone(message);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error.msg);
    } finally {
      setBusy(false);
    }
  };

  return (
    <Dialog
      open
      title={runtimeText('held.title', { name, count })}
      width={520}
      busy={busy}
      danger={way === 'replace'}
      okText={runtimeText(way === 'replace' ? 'held.replaceOk' : 'held.sealOk')}
      onOk={() => void submit()}
      onClose={onClose}
      {...(ways.length === 0 ? { footer: null } : {})}
    >
      <p>{runtimeText('held.hint')}</p>
      <ul className="anlan-held-uses">
        {uses.map(({ entity, title, count: records }) => (
          <li key={entity}>
            <span>{title}</span>
            <b>{runtimeText('held.count', { count: records })}</b>
          </li>
        ))}
      </ul>
      <Radio.Group
        className="anlan-held-ways"
        value={way}
        disabled={busy}
        onChange={(event) => {
          setWay(event.target.value as Way);
          setProblem(undefined);
        }}
        options={ways.map((value) => ({ value, label: runtimeText(`held.${value}`) }))}
        vertical
      />
      {way === 'replace' && (
        <Select
          className="anlan-held-other"
          aria-label={runtimeText('held.other')}
          placeholder={runtimeText('held.other')}
          value={to}
          disabled={busy}
          showSearch={{ optionFilterProp: 'label' }}
          options={others.map(({ key, title }) => ({ value: key, label: title }))}
          onChange={(key: string) => {
            setTo(key);
            setProblem(undefined);
          }}
        />
      )}
      <Refusal text={problem} />
    </Dialog>
  );
}
