import { Input, Radio } from 'antd';
import { useId, useMemo, useRef, useState } from 'react';
import { ApiError } from '../../api/faults.ts';
import { clauses } from '../../core/text/punctuate.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Refusal } from '../../ui/Refusal.tsx';
import { createSubmitKeys } from '../form/submit-key.ts';
import { PeopleField } from './CopyField.tsx';
import { flowText } from './text.ts';
import type { CopyReceiver } from './transition-draft.ts';

interface ReasonDialogProps {
  readonly title: string;
  readonly hint?: string | undefined;
  readonly okText: string;
  readonly danger?: boolean;
  /** Whether a reason of 2 to 200 characters is needed. */
  readonly reasonNeeded: boolean;
  /** A person who is chosen besides: what he is called, and what is said while he is missing. */
  readonly receiver?: { readonly label: string; readonly missing: string };
  /** One of a few ways that is chosen besides. */
  readonly choice?: {
    readonly label: string;
    readonly options: readonly { readonly value: string; readonly label: string }[];
  };
  /** Why a person cannot be the receiver, by his id. Default all can. */
  readonly misfit?: ((userId: string) => string | undefined) | undefined;
  /** Performs it; a refusal keeps the dialog open with what is wrong. */
  readonly onSubmit: (input: { reason: string; userId: string; choice: string }, key: string) => Promise<void>;
  readonly onClose: () => void;
}

/** Asks for a reason, and for a person where one is needed, before an act on a request. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { title, hint, okText, danger = false, reasonNeeded, receiver, choice, misfit, onSubmit, onClose } = props;
  const id = useId();
  const [reason, setReason] = useState('');
  const [person, setPerson] = useState<CopyReceiver>();
  const [chosen, setChosen] = useState(choice?.options[0]?.value ?? '');
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);
  const keys = useMemo(createSubmitKeys, []);
  const inFlight = useRef(false);

  const settle = (pointer: string): void => setFaults(({ [pointer]: _, ...rest }) => rest);

  const submit = async (): Promise<void> => {
    if (inFlight.current) return;
    const text = reason.trim();
    const { length } = [...text];
    const found: Record<string, string> = {};
    if (receiver !== undefined && person === undefined) found['/userId'] = receiver.missing;
    if ((reasonNeeded || length > 0) && (length < 2 || length > 200))
      found['/reason'] = flowText('vote.reason.required');
    setFaults(found);
    if (Object.keys(found).length > 0) return;
    inFlight.current = true;
    setBusy(true);
    const input = { reason: text, userId: person?.id ?? '', choice: chosen };
    try {
      await onSubmit(input, keys.keyOf(title, input));
      keys.answered();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status !== 0) keys.answered();
      const known = Object.fromEntries(error.errors.map(({ pointer, msg }) => [pointer, msg]));
      setFaults(error.errors.length > 0 ? known : { '': error.msg });
      setBusy(false);
    } finally {
      inFlight.current = false;
    }
  };

  const rest = Object.entries(faults).flatMap(([pointer, text]) =>
    pointer === '/reason' || pointer === '/userId' ? [] : [text],
  );
  return (
    <Dialog
      open
      title={title}
      width={520}
      okText={okText}
      danger={danger}
      busy={busy}
      onOk={() => void submit()}
      onClose={onClose}
    >
      {hint && <p>{hint}</p>}
      <div className="anlan-asks">
        {receiver !== undefined && (
          <div className="anlan-item anlan-item-full">
            <label className="anlan-label anlan-label-required" htmlFor={`${id}-person`}>
              <span className="anlan-label-text">{receiver.label}</span>
            </label>
            <div className="anlan-control">
              <PeopleField
                id={`${id}-person`}
                title={receiver.label}
                limit={1}
                chosen={person === undefined ? [] : [person]}
                invalid={faults['/userId'] !== undefined}
                misfit={misfit}
                onChange={([first]) => {
                  setPerson(first);
                  settle('/userId');
                }}
              />
              {faults['/userId'] && (
                <div className="anlan-fault" role="alert">
                  {faults['/userId']}
                </div>
              )}
            </div>
          </div>
        )}
        {choice !== undefined && (
          <div className="anlan-item anlan-item-full">
            <span className="anlan-label" id={`${id}-choice`}>
              <span className="anlan-label-text">{choice.label}</span>
            </span>
            <div className="anlan-control">
              <Radio.Group
                aria-labelledby={`${id}-choice`}
                vertical
                options={[...choice.options]}
                value={chosen}
                onChange={(event) => setChosen(String(event.target.value))}
              />
            </div>
          </div>
        )}
        <div className="anlan-item anlan-item-full">
          <label className={reasonNeeded ? 'anlan-label anlan-label-required' : 'anlan-label'} htmlFor={`${id}-reason`}>
            <span className="anlan-label-text">{flowText('vote.reason')}</span>
          </label>
          <div className="anlan-control">
            <Input.TextArea
              id={`${id}-reason`}
              rows={3}
              maxLength={200}
              showCount
              value={reason}
              status={faults['/reason'] === undefined ? '' : 'error'}
              onChange={(event) => {
                setReason(event.target.value);
                settle('/reason');
              }}
            />
            {faults['/reason'] && (
              <div className="anlan-fault" role="alert">
                {faults['/reason']}
              </div>
            )}
          </div>
        </div>
      </div>
      <Refusal text={rest.length > 0 ? clauses(rest) : undefined} />
    </Dialog>
  );
}
