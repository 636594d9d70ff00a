import { PaperClipOutlined, UploadOutlined } from '@ant-design/icons';
import { App, Button } from 'antd';
import { Suspense, useState } from 'react';
import { titled } from '../../core/text/punctuate.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { lazyPiece } from '../../ui/lazy-piece.tsx';
import type { EditProps } from '../field-view.ts';
import { fieldText } from '../text.ts';
import { NoValue } from '../text-field.tsx';
import { FileTiles } from './FileTile.tsx';
import { uploadsRunning } from './running-uploads.ts';
import { fileName, storedFiles } from './stored-files.ts';

const UploadEdit = lazyPiece(() => import('./UploadEdit.tsx').then((module) => module.UploadEdit));

/** Files in a cell of a table: how many there are, on a button that opens them in a dialog to look at and to change. */
export function CompactFiles(props: EditProps) {
  const { id, value, field, disabled, invalid, describedBy, onBlur } = props;
  const { message } = App.useApp();
  const [open, setOpen] = useState(false);
  const files = storedFiles(value);
  if (disabled && files.length === 0) return <NoValue />;
  const text = files.length === 0 ? fieldText('rows.upload') : fieldText('files', { count: files.length });
  const close = () => {
    // With the dialog a file that is on its way would be gone.
    if (uploadsRunning()) {
      void message.info(fieldText('rows.uploading'));
      return;
    }
    setOpen(false);
    if (!disabled) onBlur();
  };
  return (
    <>
      <button
        type="button"
        id={id}
        className="anlan-rows-files"
        title={files.map(fileName).join('\n') || undefined}
        aria-haspopup="dialog"
        aria-label={titled(field.title, text)}
        aria-describedby={describedBy}
        data-invalid={invalid || undefined}
        data-empty={files.length === 0 || undefined}
        onClick={(event) => {
          // Not every browser gives a pressed button the focus, to which the dialog returns it.
          event.currentTarget.focus();
          setOpen(true);
        }}
      >
        {files.length === 0 ? <UploadOutlined aria-hidden /> : <PaperClipOutlined aria-hidden />}
        <span>{text}</span>
      </button>
      {open && (
        <Dialog
          open
          title={field.title}
          width={560}
          onClose={close}
          footer={
            <Button type="primary" onClick={close}>
              {fieldText(disabled ? 'rows.close' : 'rows.done')}
            </Button>
          }
        >
          {disabled ? (
            <FileTiles files={files} />
          ) : (
            <Suspense fallback={<div className="anlan-waiting" />}>
              <UploadEdit {...props} id={`${id}-files`} describedBy={undefined} />
            </Suspense>
          )}
        </Dialog>
      )}
    </>
  );
}
