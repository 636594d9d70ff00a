import { CameraOutlined, DeleteOutlined, UploadOutlined } from '@ant-design/icons';
import { Button, Progress } from 'antd';
import { type DragEvent, useEffect, useRef, useState } from 'react';
import type { WireFile } from '../../core/wire/contract.ts';
import { useFieldServices } from '../field-services.ts';
import type { EditProps } from '../field-view.ts';
import { fieldText } from '../text.ts';
import { FileTile } from './FileTile.tsx';
import { fileName, storedFiles } from './stored-files.ts';
import { acceptedExtensions, admitFiles, DEFAULT_MAX_FILES, DEFAULT_MAX_SIZE } from './upload-rules.ts';

/** A file on its way, or one that failed and waits to be tried again or dropped. */
interface Pending {
  readonly uid: number;
  readonly file: File;
  readonly status: 'uploading' | 'error';
  readonly percent: number;
  readonly message: string | undefined;
}

let nextUid = 1;

/** Files of a record: chosen, dropped or photographed, sent at once, shown with what becomes of them. */
export function UploadEdit({ id, value, onChange, onBlur, field, disabled, invalid, describedBy }: EditProps) {
  const services = useFieldServices();
  const { property } = field;
  const stored = storedFiles(value);
  const [pending, setPending] = useState<readonly Pending[]>([]);
  const [refusal, setRefusal] = useState<string>();
  const chooser = useRef<HTMLInputElement>(null);
  // Uploads end later than the render that started them; they add to the value of their own time.
  const current = useRef(stored);
  current.current = stored;
  // Time of the last change of files sent from here, by id, so that duplicates are told by it.
  const sent = useRef(new Map<string, number>());
  const controls = useRef(new Map<number, AbortController>());
  useEffect(() => {
    const running = controls.current;
    return () => {
      for (const control of running.values()) control.abort();
    };
  }, []);

  const report = (files: readonly WireFile[]) => {
    current.current = files;
    onChange(files.length === 0 ? null : files);
  };
  const update = (uid: number, change: Partial<Pending>) =>
    setPending((list) => list.map((one) => (one.uid === uid ? { ...one, ...change } : one)));
  const drop = (uid: number) => {
    controls.current.get(uid)?.abort();
    controls.current.delete(uid);
    setPending((list) => list.filter((one) => one.uid !== uid));
  };
  const send = (uid: number, file: File) => {
    const control = new AbortController();
    controls.current.set(uid, control);
    void services.upload(
      file,
      (step) => {
        if (control.signal.aborted) return;
        if (step.status === 'done' && step.stored) {
          sent.current.set(step.stored.attachId, file.lastModified);
          report([...current.current, step.stored]);
          drop(uid);
        } else if (step.status === 'error') {
          update(uid, { status: 'error', message: step.message });
        } else {
          update(uid, { percent: step.percent });
        }
      },
      control.signal,
    );
  };
  const take = (files: readonly File[]) => {
    const listed = [
      ...stored.map((file) => ({ name: fileName(file), lastModified: sent.current.get(file.attachId) })),
      ...pending.map((one) => ({ name: one.file.name, lastModified: one.file.lastModified })),
    ];
    const { admitted, refusal: reason } = admitFiles(files, listed, property);
    setRefusal(reason);
    const started = admitted.map((file): Pending => {
      const uid = nextUid;
      nextUid += 1;
      return { uid, file, status: 'uploading', percent: 0, message: undefined };
    });
    setPending((list) => [...list, ...started]);
    for (const one of started) send(one.uid, one.file);
  };
  const removeStored = (file: WireFile) => {
    report(stored.filter((one) => one.attachId !== file.attachId));
    // Only a file sent from this form is nobody else's yet; one of the saved record goes when the record is saved.
    if (sent.current.has(file.attachId)) void services.removeFile(file.attachId).catch(() => undefined);
    onBlur();
  };

  const limit = property.maxItems ?? DEFAULT_MAX_FILES;
  const extensions = acceptedExtensions(property);
  const pictures = property.listType === 'picture-card' || property.listType === 'picture';
  const full = stored.length + pending.length >= limit;
  const dropFiles = (event: DragEvent) => {
    event.preventDefault();
    if (!disabled) take([...event.dataTransfer.files]);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping files is a second way; the button is the first.
    <div className="anlan-upload" onDragOver={(event) => event.preventDefault()} onDrop={dropFiles}>
      <input
        ref={chooser}
        type="file"
        hidden
        multiple={limit > 1}
        // By kind and not by extension: phones then offer the camera first.
        accept={pictures ? 'image/jpeg,image/png' : extensions?.map((extension) => `.${extension}`).join(',')}
        onChange={(event) => {
          take([...(event.target.files ?? [])]);
          // The same file may be chosen again after it was dropped.
          event.target.value = '';
        }}
      />
      <div className={pictures ? 'anlan-tiles' : 'anlan-files'}>
        {stored.map((file) => (
          <FileTile
            key={file.attachId}
            file={file}
            picture={pictures}
            action={
              disabled ? undefined : (
                <Button
                  type="text"
                  size="small"
                  icon={<DeleteOutlined />}
                  aria-label={fieldText('remove', { name: fileName(file) })}
                  onClick={() => removeStored(file)}
                />
              )
            }
          />
        ))}
        {pending.map((one) => (
          <div key={one.uid} className="anlan-file" data-status={one.status}>
            <span className="anlan-file-name" title={one.file.name}>
              {one.file.name}
            </span>
            {one.status === 'uploading' ? (
              <Progress
                percent={one.percent}
                size="small"
                aria-label={fieldText('uploading', { percent: one.percent })}
              />
            ) : (
              <span className="anlan-file-error" role="alert">
                {one.message}
              </span>
            )}
            {one.status === 'error' && (
              <Button
                type="link"
                size="small"
                onClick={() => {
                  update(one.uid, { status: 'uploading', percent: 0, message: undefined });
                  send(one.uid, one.file);
                }}
              >
                {fieldText('retry')}
              </Button>
            )}
            <Button
              type="text"
              size="small"
              icon={<DeleteOutlined />}
              aria-label={fieldText('remove', { name: one.file.name })}
              onClick={() => drop(one.uid)}
            />
          </div>
        ))}
      </div>
      {!disabled && (
        <div className="anlan-upload-foot">
          <Button
            id={id}
            disabled={full}
            danger={invalid}
            icon={pictures ? <CameraOutlined /> : <UploadOutlined />}
            aria-describedby={describedBy}
            onClick={() => chooser.current?.click()}
          >
            {fieldText(pictures ? 'uploadPicture' : 'upload')}
          </Button>
          <span className="anlan-count">
            {fieldText('uploadHint', {
              limit,
              size: Math.floor((property.maxSize ?? DEFAULT_MAX_SIZE) / 1024 / 1024),
            })}
            {extensions ? `，${fieldText('uploadKinds', { kinds: extensions.join('、') })}` : ''}
          </span>
        </div>
      )}
      {refusal && (
        <div className="anlan-file-error" role="alert">
          {refusal}
        </div>
      )}
    </div>
  );
}
