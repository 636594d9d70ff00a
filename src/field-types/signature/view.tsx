import { Suspense } from 'react';
import { lazyPiece } from '../../ui/lazy-piece.tsx';
import type { EditProps, FieldView, ReadProps } from '../field-view.ts';
import { fieldText } from '../text.ts';
import { NoValue, TextCell } from '../text-field.tsx';
import { signatureOf } from './definition.ts';

const SignatureEdit = lazyPiece(() => import('./SignatureEdit.tsx').then((module) => module.SignatureEdit));

function Edit(props: EditProps) {
  return (
    <Suspense fallback={<div className="anlan-waiting" />}>
      <SignatureEdit {...props} />
    </Suspense>
  );
}

/** The picture with who signed when. */
function Read({ value, text }: ReadProps) {
  const signature = signatureOf(value);
  if (signature === undefined) return <NoValue />;
  return (
    <figure className="anlan-signature">
      <img src={signature.image} alt={fieldText('signature.of', { who: text })} />
      <figcaption>{text}</figcaption>
    </figure>
  );
}

export const view: FieldView = { Edit, Read, Cell: TextCell, Filter: undefined };
