import { Button, Input } from 'antd';
import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { titled } from '../../core/text/punctuate.ts';
import { useFieldServices } from '../field-services.ts';
import type { EditProps } from '../field-view.ts';
import { fieldText } from '../text.ts';
import { type Signature, signatureOf } from './definition.ts';
import { drawName, drawStroke, type Inked, type InkPoint, inkPicture, paperSize } from './ink.ts';

/** Signing: by finger, pen or mouse on the paper, or by typing the name, which is written onto it. */
export function SignatureEdit({ id, value, onChange, onBlur, field, disabled, invalid, describedBy }: EditProps) {
  const signature = signatureOf(value);
  const [again, setAgain] = useState(false);
  // A drawing counts from its first stroke; the paper stays until its maker says that it is finished.
  const [drawing, setDrawing] = useState(false);
  const signed = signature !== undefined && !again && !drawing;
  if (signed || disabled) {
    return (
      <div className="anlan-signature">
        {signature === undefined ? (
          <output id={id} className="anlan-output anlan-empty">
            {fieldText('signature.none')}
          </output>
        ) : (
          <img src={signature.image} alt={field.title} />
        )}
        <span className="anlan-count">
          {signature?.time === undefined ? '' : `${signature.signerName ?? signature.signer} ${signature.time}`}
        </span>
        {!disabled && (
          <Button
            id={id}
            size="small"
            aria-label={titled(field.title, fieldText('signature.again'))}
            aria-describedby={describedBy}
            onClick={() => {
              setAgain(true);
              onChange(null);
            }}
          >
            {fieldText('signature.again')}
          </Button>
        )}
      </div>
    );
  }
  const ink = (image: string | undefined) => {
    setDrawing(true);
    onChange(image === undefined ? null : ({ image } satisfies Signature));
  };
  const finish = () => {
    setAgain(false);
    setDrawing(false);
    onBlur();
  };
  return (
    <Paper id={id} title={field.title} invalid={invalid} describedBy={describedBy} onInk={ink} onFinished={finish} />
  );
}

interface PaperProps {
  readonly id: string;
  readonly title: string;
  readonly invalid: boolean;
  readonly describedBy: string | undefined;
  /** What is on the paper now; undefined where it is empty. */
  readonly onInk: (image: string | undefined) => void;
  readonly onFinished: () => void;
}

function Paper({ id, title, invalid, describedBy, onInk, onFinished }: PaperProps) {
  const paper = useRef<HTMLCanvasElement>(null);
  const last = useRef<InkPoint>(undefined);
  const [inked, setInked] = useState(false);
  const [typed, setTyped] = useState('');
  const [refusal, setRefusal] = useState<string>();
  const { myName } = useFieldServices();

  // The drawing has as many dots as the paper has on this screen; it is set before anything is drawn.
  useEffect(() => {
    if (paper.current) Object.assign(paper.current, paperSize(paper.current));
  }, []);

  // A touch on the paper is ink and no gesture: a stroke that ends in a swing would otherwise count as a fling of the
  // page, and the browser would take the next tap, on the button below, for the finger that stops it.
  useEffect(() => {
    const canvas = paper.current;
    const ink = (event: TouchEvent) => event.preventDefault();
    canvas?.addEventListener('touchstart', ink, { passive: false });
    return () => canvas?.removeEventListener('touchstart', ink);
  }, []);

  const clear = () => {
    const canvas = paper.current;
    canvas?.getContext('2d')?.clearRect(0, 0, canvas.width, canvas.height);
    setInked(false);
    setTyped('');
    setRefusal(undefined);
    onInk(undefined);
  };
  const pointOf = (event: PointerEvent<HTMLCanvasElement>): InkPoint => {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    const { width: dotsX, height: dotsY } = event.currentTarget;
    return { x: ((event.clientX - left) / width) * dotsX, y: ((event.clientY - top) / height) * dotsY };
  };
  const tell = () => {
    const ink = paper.current === null ? undefined : inkPicture(paper.current);
    onInk(ink !== undefined && 'image' in ink ? ink.image : undefined);
    setRefusal(undefined);
    return ink;
  };
  const write = (name: string) => {
    setTyped(name);
    if (paper.current) drawName(paper.current, name.trim());
    setInked(name.trim() !== '');
    return tell();
  };
  // The first strokes are never enough: only whoever has finished is told so.
  const end = (ink: Inked | undefined) => {
    if (ink !== undefined && 'refusal' in ink) setRefusal(ink.refusal);
    else onFinished();
  };
  const confirm = () => end(tell());
  const lift = () => {
    if (last.current === undefined) return;
    last.current = undefined;
    tell();
  };
  return (
    <div className="anlan-signature">
      <canvas
        ref={paper}
        className={invalid ? 'anlan-paper anlan-box-invalid' : 'anlan-paper'}
        role="img"
        aria-label={fieldText('signature.paper', { title })}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          const point = pointOf(event);
          last.current = point;
          drawStroke(event.currentTarget, point, point);
          setInked(true);
        }}
        onPointerMove={(event) => {
          if (last.current === undefined) return;
          const point = pointOf(event);
          drawStroke(event.currentTarget, last.current, point);
          last.current = point;
        }}
        onPointerUp={lift}
        onPointerCancel={lift}
      />
      {!inked && (
        <span className="anlan-paper-hint" aria-hidden="true">
          {fieldText('signature.here')}
        </span>
      )}
      {refusal !== undefined && (
        <p role="alert" className="anlan-fault">
          {refusal}
        </p>
      )}
      <div className="anlan-signature-foot">
        <Input
          id={id}
          value={typed}
          maxLength={20}
          placeholder={fieldText('signature.typed')}
          aria-invalid={invalid}
          aria-describedby={describedBy}
          onChange={(event) => write(event.target.value)}
          onPressEnter={(event) => {
            event.preventDefault();
            if (inked) confirm();
          }}
        />
        {myName !== undefined && (
          <Button aria-label={titled(title, fieldText('signature.mine'))} onClick={() => end(write(myName))}>
            {fieldText('signature.mine')}
          </Button>
        )}
        <Button onClick={clear} disabled={!inked}>
          {fieldText('signature.clear')}
        </Button>
        <Button type="primary" ghost onClick={confirm} disabled={!inked}>
          {fieldText('signature.done')}
        </Button>
      </div>
    </div>
  );
}
