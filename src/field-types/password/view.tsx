import { Suspense } from 'react';
import { lazyPiece } from '../../ui/lazy-piece.tsx';
import type { EditProps, FieldView } from '../field-view.ts';
import { NoValue } from '../text-field.tsx';

const PasswordEdit = lazyPiece(() => import('./PasswordEdit.tsx').then((module) => module.PasswordEdit));

function Edit(props: EditProps) {
  return (
    <Suspense fallback={<div className="anlan-wide anlan-waiting" />}>
      <PasswordEdit {...props} />
    </Suspense>
  );
}

/** A password is taken and never given back. */
function Hidden() {
  return <NoValue />;
}

export const view: FieldView = { Edit, Read: Hidden, Cell: Hidden, Filter: undefined };
