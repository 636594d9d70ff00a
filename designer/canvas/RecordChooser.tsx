import { Input } from 'antd';
import { useEffect, useState } from 'react';
import { ApiError } from '../../src/api/faults.ts';
import type { WireRecord } from '../../src/core/wire/contract.ts';
import { fetchRecord, fetchRecords } from '../../src/runtime/calls/entity-calls.ts';
import type { EntityPageModel } from '../../src/runtime/model/page-model.ts';
import { labelKey } from '../../src/runtime/model/record-view.ts';
import { Dialog } from '../../src/ui/Dialog.tsx';
import { useCanvasText } from './texts.ts';

/** Records that are offered, and milliseconds that typing rests before they are searched. */
const OFFERED = 20;
const REST = 250;

type Found = readonly WireRecord[] | { readonly failure: string };

/** Chooses a record by the entity's own calls, with the rights of whoever designs; nothing of it can be changed. */
export function RecordChooser({
  open,
  page,
  onChoose,
  onClose,
}: {
  open: boolean;
  page: EntityPageModel;
  onChoose(record: WireRecord): void;
  onClose(): void;
}) {
  const text = useCanvasText();
  const [words, setWords] = useState('');
  const [found, setFound] = useState<Found>();
  const { model } = page;
  const code = Object.keys(model.source.pages ?? {})[0];
  const failed = (error: unknown): Found => {
    const status = error instanceof ApiError ? error.status : 0;
    const known = status === 403 ? text('record.forbidden') : status === 404 ? text('record.unserved') : undefined;
    return { failure: known ?? (error instanceof Error ? error.message : String(error)) };
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the calls of an entity are the same in each of its drafts.
  useEffect(() => {
    if (!open) return;
    const control = new AbortController();
    const timer = setTimeout(
      () => {
        const search = words.trim() === '' ? {} : { [model.label]: words.trim() };
        fetchRecords(
          model,
          { current: 1, size: OFFERED, ...search },
          { signal: control.signal, quiet: true, page: code },
        )
          .then(({ records }) => setFound(records))
          .catch((error: unknown) => !control.signal.aborted && setFound(failed(error)));
      },
      words === '' ? 0 : REST,
    );
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [open, words, model.key, code]);
  const choose = (id: string) =>
    void fetchRecord(model, id, { quiet: true, page: code }).then(onChoose, (error: unknown) =>
      setFound(failed(error)),
    );
  const nameOf = (record: WireRecord) => String(record[labelKey(model.label)] ?? record[model.label] ?? record.id);
  return (
    <Dialog open={open} title={text('record.title')} footer={null} onClose={onClose}>
      <p className="anlan-ds-quiet">{text('record.note')}</p>
      <Input.Search
        autoFocus
        allowClear
        aria-label={text('record.search')}
        placeholder={text('record.search')}
        value={words}
        onChange={(event) => setWords(event.target.value)}
      />
      {found !== undefined && 'failure' in found ? (
        <p role="alert" className="anlan-ds-wrong">
          {found.failure}
        </p>
      ) : (
        <ul className="anlan-ds-records">
          {(found ?? []).map((record) => (
            <li key={record.id}>
              <button type="button" onClick={() => choose(record.id)}>
                {nameOf(record)}
              </button>
            </li>
          ))}
          {found?.length === 0 ? <li className="anlan-ds-quiet">{text('record.none')}</li> : null}
        </ul>
      )}
    </Dialog>
  );
}
