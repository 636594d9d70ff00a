import { Suspense } from 'react';
import { lazyPiece } from '../../ui/lazy-piece.tsx';
import type { EditProps, FieldView, ReadProps } from '../field-view.ts';
import { fieldText } from '../text.ts';
import { NoValue } from '../text-field.tsx';
import { tableRows } from './rows.ts';

// Only what has a table needs them.
const SubTableEdit = lazyPiece(() => import('./SubTableEdit.tsx').then((module) => module.SubTableEdit));
const SubTableRead = lazyPiece(() => import('./SubTableRead.tsx').then((module) => module.SubTableRead));

function Edit(props: EditProps) {
  return (
    <Suspense fallback={<div className="anlan-waiting" />}>
      <SubTableEdit {...props} />
    </Suspense>
  );
}

function Read(props: ReadProps) {
  if (tableRows(props.value).length === 0) return <NoValue />;
  return (
    <Suspense fallback={<div className="anlan-waiting" />}>
      <SubTableRead {...props} />
    </Suspense>
  );
}

function Cell({ value, text }: ReadProps) {
  const count = tableRows(value).length;
  return count === 0 ? <NoValue /> : <span title={text}>{fieldText('rows.count', { count })}</span>;
}

export const view: FieldView = { Edit, Read, Cell, Filter: undefined };
