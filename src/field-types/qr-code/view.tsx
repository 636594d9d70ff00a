import { Popover } from 'antd';
import { Suspense } from 'react';
import { lazyPiece } from '../../ui/lazy-piece.tsx';
import { useFieldServices } from '../field-services.ts';
import type { EditProps, FieldView, ReadProps, ViewField } from '../field-view.ts';
import { fieldText } from '../text.ts';
import { NoValue } from '../text-field.tsx';
import { qrText } from './definition.ts';

const Picture = lazyPiece(() => import('./QrPicture.tsx').then((module) => module.QrPicture));

function useQrText(value: unknown, field: ViewField): string {
  const { recordLink } = useFieldServices();
  const link = field.recordId === undefined ? undefined : recordLink?.(field.recordId);
  return qrText(value, field, field.link ?? link);
}

function Code({ text, title, size }: { text: string; title: string; size: number }) {
  return (
    <span className="anlan-qr" role="img" aria-label={fieldText('qr.of', { title, text })}>
      <Suspense fallback={<span style={{ display: 'inline-block', width: size, height: size }} />}>
        <Picture text={text} size={size} />
      </Suspense>
    </span>
  );
}

function Edit({ id, value, field }: EditProps) {
  const text = useQrText(value, field);
  return (
    <output id={id} className="anlan-output">
      {text === '' ? (
        <span className="anlan-empty">{fieldText('qr.waiting')}</span>
      ) : (
        <Code text={text} title={field.title} size={120} />
      )}
    </output>
  );
}

function Read({ value, field }: ReadProps) {
  const text = useQrText(value, field);
  return text === '' ? <NoValue /> : <Code text={text} title={field.title} size={160} />;
}

/** Small in a row; pressed, it is large enough for a phone. */
function Cell({ value, field }: ReadProps) {
  const text = useQrText(value, field);
  if (text === '') return <NoValue />;
  return (
    <Popover trigger="click" content={<Code text={text} title={field.title} size={200} />}>
      <button
        type="button"
        className="anlan-plain"
        aria-label={fieldText('qr.enlarge', { title: field.title })}
        onClick={(event) => event.stopPropagation()}
      >
        <Code text={text} title={field.title} size={36} />
      </button>
    </Popover>
  );
}

export const view: FieldView = { Edit, Read, Cell, Filter: undefined };
