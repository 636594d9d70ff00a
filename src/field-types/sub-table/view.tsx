import { lazy, Suspense } from 'react';
import type { EditProps, FieldView, ReadProps } from '../field-view.ts';
import { fieldText } from '../text.ts';
import { NoValue } from '../text-field.tsx';
import { tableRows } from './rows.ts';

// Both draw cells with the views of all other types, which name this one.
const SubTableEdit = lazy(() => import('./SubTableEdit.tsx').then((module) => ({ default: module.SubTableEdit })));
const SubTableRead = lazy(() => import('./SubTableRead.tsx').then((module) => ({ default: module.SubTableRead })));

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
