import { PaperClipOutlined } from '@ant-design/icons';
import { lazy, Suspense } from 'react';
import type { EditProps, FieldView, ReadProps } from '../field-view.ts';
import { fieldText } from '../text.ts';
import { NoValue } from '../text-field.tsx';
import { FileTile } from './FileTile.tsx';
import { fileName, storedFiles } from './stored-files.ts';

const UploadEdit = lazy(() => import('./UploadEdit.tsx').then((module) => ({ default: module.UploadEdit })));

function Edit(props: EditProps) {
  return (
    <Suspense fallback={<div className="anlan-waiting" />}>
      <UploadEdit {...props} />
    </Suspense>
  );
}

function Read({ value }: ReadProps) {
  const files = storedFiles(value);
  if (files.length === 0) return <NoValue />;
  return (
    <div className="anlan-tiles">
      {files.map((file) => (
        <FileTile key={file.attachId} file={file} picture />
      ))}
    </div>
  );
}

function Cell({ value }: ReadProps) {
  const files = storedFiles(value);
  if (files.length === 0) return <NoValue />;
  return (
    <span title={files.map(fileName).join('\n')}>
      <PaperClipOutlined aria-hidden /> {fieldText('files', { count: files.length })}
    </span>
  );
}

export const view: FieldView = { Edit, Read, Cell, Filter: undefined };
