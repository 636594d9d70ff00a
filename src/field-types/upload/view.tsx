import { PaperClipOutlined, PictureOutlined } from '@ant-design/icons';
import { Suspense, useState } from 'react';
import { phrases } from '../../core/text/punctuate.ts';
import type { WireFile } from '../../core/wire/contract.ts';
import { lazyPiece } from '../../ui/lazy-piece.tsx';
import type { EditProps, FieldView, ReadProps } from '../field-view.ts';
import { fieldText } from '../text.ts';
import { NoValue } from '../text-field.tsx';
import { CompactFiles } from './CompactFiles.tsx';
import { FileTiles, PictureViewer } from './FileTile.tsx';
import { fileName, picturesOf, storedFiles } from './stored-files.ts';

const UploadEdit = lazyPiece(() => import('./UploadEdit.tsx').then((module) => module.UploadEdit));

// Nothing makes smaller copies of photographs: a list of twenty large ones would be slow on the plant's network.
const LARGEST_IN_CELL = 300 * 1024;

function Edit(props: EditProps) {
  return (
    <Suspense fallback={<div className="anlan-waiting" />}>
      <UploadEdit {...props} />
    </Suspense>
  );
}

function Read({ value }: ReadProps) {
  const files = storedFiles(value);
  return files.length === 0 ? <NoValue /> : <FileTiles files={files} />;
}

function Cell({ value }: ReadProps) {
  const files = storedFiles(value);
  const pictures = picturesOf(files);
  const [first] = pictures;
  if (files.length === 0) return <NoValue />;
  const names = files.map(fileName).join('\n');
  if (first !== undefined) return <PictureCell files={files} pictures={pictures} first={first} names={names} />;
  return (
    <span title={names}>
      <PaperClipOutlined aria-hidden /> {fieldText('files', { count: files.length })}
    </span>
  );
}

function PictureCell({
  files,
  pictures,
  first,
  names,
}: {
  files: readonly WireFile[];
  pictures: readonly WireFile[];
  first: WireFile;
  names: string;
}) {
  const [open, setOpen] = useState(false);
  const [broken, setBroken] = useState(false);
  const small = first.link !== '' && (first.size ?? Number.POSITIVE_INFINITY) <= LARGEST_IN_CELL;
  const text = fieldText('files', { count: files.length });
  return (
    <>
      <button
        type="button"
        className="anlan-cell-pictures anlan-plain"
        title={names}
        aria-label={phrases([fieldText('preview', { name: fileName(first) }), text])}
        onClick={(event) => {
          // A press on the row opens its record.
          event.stopPropagation();
          setOpen(true);
        }}
      >
        {small && !broken ? (
          <img src={first.link} width={24} height={24} loading="lazy" alt="" onError={() => setBroken(true)} />
        ) : (
          <PictureOutlined aria-hidden />
        )}
        {text}
      </button>
      {open && <PictureViewer files={pictures} first={first} onClose={() => setOpen(false)} />}
    </>
  );
}

export const view: FieldView = { Edit, Read, Cell, Compact: CompactFiles, Filter: undefined };
