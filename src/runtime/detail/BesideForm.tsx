import { App } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { formFields } from '../../compile/form/form-schema.ts';
import { RightDrawer } from '../../ui/RightDrawer.tsx';
import { useEntityPage } from '../EntityContext.ts';
import { FormFooter } from '../form/FormFooter.tsx';
import type { FormEngine } from '../form/form-engine.ts';
import { LeaveGuard } from '../form/LeaveGuard.tsx';
import { useRecordForm } from '../form/useRecordForm.tsx';
import { isBlank, type RecordData } from '../model/record-view.ts';
import { runtimeText } from '../text.ts';

/** Pixels that leave the tree beside the page in sight on a screen of 1440. */
const WIDTH = 920;

/** A record that is entered over the page of another one. */
export interface Entering {
  /** Record to change; undefined for a new one. */
  readonly id?: string | undefined;
  /** Values that a new record starts with. */
  readonly initial?: RecordData | undefined;
}

interface BesideFormProps {
  readonly entering: Entering;
  readonly onClose: () => void;
}

/**
 * Form of a record in a panel over the page that lists it: the whole window on a phone, elsewhere beside the tree. The
 * page stays where it is and shows at once what was saved; after a new record the next one can follow in the same panel.
 */
export function BesideForm({ entering, onClose }: BesideFormProps) {
  const { page } = useEntityPage();
  const [round, setRound] = useState(1);
  const [foot, setFoot] = useState<HTMLElement | null>(null);
  const isDirty = useRef(() => false);
  return (
    <RightDrawer
      open
      width={WIDTH}
      isQuiet
      title={runtimeText(entering.id === undefined ? 'form.add' : 'form.edit', { title: page.model.title })}
      isDirty={() => isDirty.current()}
      lossHint={runtimeText('form.leave.hint')}
      onClose={onClose}
      footer={<div ref={setFoot} />}
    >
      {(close) =>
        foot && (
          <Entry
            // The form of the next record is a new one in every respect; the panel around it stays.
            key={round}
            entering={entering}
            foot={foot}
            asked={isDirty}
            onCancel={close}
            onClose={onClose}
            onNext={() => setRound(round + 1)}
          />
        )
      }
    </RightDrawer>
  );
}

interface EntryProps extends BesideFormProps {
  /** Where the buttons stand. */
  readonly foot: HTMLElement;
  /** Is given what tells whether closing would lose something. */
  readonly asked: { current: () => boolean };
  readonly onCancel: () => void;
  readonly onNext: () => void;
}

function Entry({ entering: { id, initial }, foot, asked, onCancel, onClose, onNext }: EntryProps) {
  const { message } = App.useApp();
  const { controller, view, isRefused, content } = useRecordForm({
    id,
    initial,
    leave: onClose,
    onDone: ({ again }) => (again === true ? onNext() : onClose()),
    tell: (_, text) => void message.success(text),
  });
  const { engine, isDirty } = controller;
  useEffect(() => {
    asked.current = isDirty;
    return () => {
      asked.current = () => false;
    };
  }, [asked, isDirty]);
  const began = useRef(false);
  useEffect(() => {
    const first = engine && !began.current ? firstOpen(engine) : undefined;
    if (first === undefined) return;
    began.current = true;
    view.current?.reveal(first);
  }, [engine, view]);
  return (
    <>
      <LeaveGuard isDirty={isDirty} />
      {content}
      {!isRefused &&
        createPortal(<FormFooter controller={controller} onCancel={onCancel} plain again={id === undefined} />, foot)}
    </>
  );
}

/** The first field that a person can fill in and that is empty. */
function firstOpen(engine: FormEngine): string | undefined {
  const values = engine.values();
  return formFields(engine.page.form).find(({ name }) => {
    const field = engine.field(name);
    return field?.display === 'visible' && field.pattern === 'editable' && isBlank(values[name]);
  })?.name;
}
