import { Suspense } from 'react';
import { lazyPiece } from '../../ui/lazy-piece.tsx';
import type { EditProps, FieldView, ReadProps } from '../field-view.ts';
import { NoValue, TextCell } from '../text-field.tsx';
import { TextFilter } from '../text-filter.tsx';
import { RichTextRead } from './RichTextRead.tsx';

// The editor is large: it comes when such a field is first edited.
const RichTextEdit = lazyPiece(() => import('./RichTextEdit.tsx').then((module) => module.RichTextEdit));

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
