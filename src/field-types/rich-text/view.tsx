import { lazy, Suspense } from 'react';
import type { EditProps, FieldView, ReadProps } from '../field-view.ts';
import { NoValue, TextCell } from '../text-field.tsx';
import { TextFilter } from '../text-filter.tsx';
import { RichTextRead } from './RichTextRead.tsx';

// The editor is large: it comes when such a field is first edited.
const RichTextEdit = lazy(() => import('./RichTextEdit.tsx').then((module) => ({ default: module.RichTextEdit })));

function Edit(props: EditProps) {
  if (props.disabled) {
    return (
      <div id={props.id} className="anlan-output">
        {typeof props.value === 'string' ? <RichTextRead markup={props.value} /> : <NoValue />}
      </div>
    );
  }
  return (
    <Suspense fallback={<div className="anlan-waiting" />}>
      <RichTextEdit {...props} />
    </Suspense>
  );
}

function Read({ value }: ReadProps) {
  return typeof value === 'string' && value !== '' ? <RichTextRead markup={value} /> : <NoValue />;
}

export const view: FieldView = { Edit, Read, Cell: TextCell, Filter: TextFilter };
