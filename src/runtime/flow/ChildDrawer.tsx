import { Button } from 'antd';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { ApiError } from '../../api/faults.ts';
import { sentences } from '../../core/text/punctuate.ts';
import type { WireRecord } from '../../core/wire/contract.ts';
import { Refusal } from '../../ui/Refusal.tsx';
import { RightDrawer } from '../../ui/RightDrawer.tsx';
import { writeRecord } from '../calls/entity-calls.ts';
import { useEntityPage } from '../EntityContext.ts';
import { FormView, type FormViewHandle } from '../form/FormView.tsx';
import { createFormEngine, type FormEngine } from '../form/form-engine.ts';
import { faultKey } from '../form/form-faults.ts';
import { createSubmitKeys } from '../form/submit-key.ts';
import { parentField } from '../model/child-page.ts';
import type { EntityPageModel } from '../model/page-model.ts';
import { flowText } from './text.ts';
import { childAccess, childEnvironment } from './transition-form.ts';

interface ChildDrawerProps {
  readonly child: EntityPageModel;
  readonly parent: WireRecord;
  /** Row to change; undefined for a new one. */
  readonly row: WireRecord | undefined;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

/** Form of a row that belongs to a record. It keeps what was typed when the record changes meanwhile. */
export function ChildDrawer({ onSaved, onClose, ...given }: ChildDrawerProps) {
  const { me: whoOpened } = useEntityPage();
  // Others write to the record while somebody types: the form goes on from what it was opened with.
  const [{ child, parent, row, me }] = useState({ ...given, me: whoOpened });
  const id = useId();
  const view = useRef<FormViewHandle>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const keys = useMemo(createSubmitKeys, []);
  const inFlight = useRef(false);
  const { model } = child;
  const engine = useMemo(() => {
    const state = typeof row?.status === 'string' ? row.status : undefined;
    const above = parentField(child);
    return createFormEngine({
      page: child,
      stored: row,
      // What may be chosen in a row can depend on the record it belongs to.
      ...(above === undefined ? {} : { initial: { [above]: parent.id } }),
      environment: childEnvironment(child, parent, me, row),
      access: childAccess(child, me.roles, state),
    });
  }, [child, parent, row, me]);
  useEffect(() => () => engine.dispose(), [engine]);

  const save = async (): Promise<void> => {
    if (inFlight.current) return;
    setProblem(undefined);
    const [first] = engine.check('complete');
    if (first !== undefined) {
      view.current?.reveal(faultKey(first));
      return;
    }
    const field = parentField(child);
    const body = {
      ...enteredBody(engine),
      ...(row === undefined && field !== undefined ? { [field]: parent.id } : {}),
    };
    inFlight.current = true;
    setBusy(true);
    try {
      await writeRecord(model, 'save', body, { idempotencyKey: keys.keyOf('save', body), quiet: [0, 400, 409] });
      keys.answered();
      onSaved();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status !== 0) keys.answered();
      const homeless = engine.show(error.errors);
      const [shown] = engine.state.faults;
      if (shown !== undefined) view.current?.reveal(faultKey(shown));
      setProblem(
        homeless[0]?.msg ??
          (shown === undefined
            ? error.status === 0
              ? sentences(error.msg, flowText('ask.lost'))
              : error.msg
            : undefined),
      );
      setBusy(false);
    } finally {
      inFlight.current = false;
    }
  };

  return (
    <RightDrawer
      open
      title={flowText(row === undefined ? 'child.add' : 'child.edit', { title: model.title })}
      isDirty={() => engine.state.dirty}
      onClose={onClose}
      footer={(close) => (
        <div className="anlan-ask-footer">
          <Button disabled={busy} onClick={close}>
            {flowText('ask.cancel')}
          </Button>
          <Button type="primary" loading={busy} onClick={() => void save()}>
            {flowText('child.save')}
          </Button>
        </div>
      )}
    >
      <FormView ref={view} engine={engine} id={id} lazy={false} />
      <Refusal text={problem} />
    </RightDrawer>
  );
}

/** What a person could enter: closed fields are the server's to fill, whose clock is ahead of what a form has shown. */
function enteredBody(engine: FormEngine): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(engine.body()).filter(([key]) => engine.field(key)?.pattern !== 'disabled'));
}
