import { ArrowLeftOutlined, ArrowRightOutlined, DeleteOutlined } from '@ant-design/icons';
import { App, Button } from 'antd';
import { type ClipboardEvent, type DragEvent, useRef, useState } from 'react';
import { plantTime } from '../../api/plant-clock.ts';
import {
  acceptedExtensions,
  fileLimit,
  largestFile,
  type MediaSizes,
  sizeLimitText,
} from '../../core/files/upload-limits.ts';
import { listed } from '../../core/text/punctuate.ts';
import { say } from '../../core/text/say.ts';
import type { WireFile } from '../../core/wire/contract.ts';
import { useIsPhone } from '../../ui/useIsPhone.ts';
import type { EditProps } from '../field-view.ts';
import { fieldText } from '../text.ts';
import { FileChooser } from './FileChooser.tsx';
import { FileTile } from './FileTile.tsx';
import { PendingTile } from './PendingTile.tsx';
import { pastedFiles } from './pasted-files.ts';
import { fileName } from './stored-files.ts';
import { refusalLines } from './upload-rules.ts';
import { useUploads } from './useUploads.ts';

/** Files of a record: chosen, dropped, pasted or photographed, sent at once, shown with what becomes of them. */
export function UploadEdit({ id, value, onChange, onBlur, field, disabled, invalid, describedBy }: EditProps) {
  const { property } = field;
  const { message } = App.useApp();
  const phone = useIsPhone();
  const limits = { ...property, sizes: field.sizes };
  const uploads = useUploads(value, limits, onChange);
  const { stored, pending } = uploads;
  const box = useRef<HTMLDivElement>(null);
  // Place of the file that is being dragged.
  const dragged = useRef<number>(undefined);
  const [over, setOver] = useState(false);

  const limit = fileLimit(property);
  const extensions = acceptedExtensions(property);
  const largest = largestFile(limits);
  const row = property.listType === 'picture' || property.listType === 'text';
  const pictures = property.listType !== 'text' && (property.listType !== undefined || property.media !== undefined);
  const tiles = pictures && !row;
  const full = stored.length + pending.length >= limit;
  const take = (files: readonly File[]) => {
    if (!disabled && files.length > 0) void uploads.take(files).then(onBlur);
  };
  const paste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files];
    if (disabled || files.length === 0) return;
    event.preventDefault();
    take(pastedFiles(files, plantTime()));
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const from = dragged.current;
    dragged.current = undefined;
    if (disabled) return;
    if (from === undefined) return take([...event.dataTransfer.files]);
    const target = event.target instanceof Element ? event.target.closest('[data-place]') : null;
    if (target !== null) uploads.move(from, Number(target.getAttribute('data-place')));
  };
  const remove = async (file: WireFile) => {
    const removal = await uploads.remove(file);
    if (removal === undefined) return;
    if (removal === 'deleted') void message.success(fieldText('deleted'));
    else void message.info(fieldText('leavesOnSave', { name: fileName(file) }));
    // The button that was pressed is gone with its file.
    box.current?.querySelector<HTMLElement>('.anlan-upload-foot button')?.focus();
    onBlur();
  };
  const orderButton = (file: WireFile, place: number, step: -1 | 1) => {
    const stays = place + step < 0 || place + step >= stored.length;
    return (
      <Button
        type="text"
        size="small"
        // Not disabled: at the end the focus would be lost.
        aria-disabled={stays}
        icon={step < 0 ? <ArrowLeftOutlined /> : <ArrowRightOutlined />}
        aria-label={fieldText(step < 0 ? 'moveForward' : 'moveBack', { name: fileName(file) })}
        onClick={() => uploads.move(place, place + step)}
      />
    );
  };
  const actions = (file: WireFile, place: number) => (
    <span className="anlan-tile-actions">
      {stored.length > 1 && orderButton(file, place, -1)}
      {stored.length > 1 && orderButton(file, place, 1)}
      <Button
        type="text"
        size="small"
        icon={<DeleteOutlined />}
        loading={uploads.removing.has(file.attachId)}
        aria-label={fieldText('remove', { name: fileName(file) })}
        onClick={() => void remove(file)}
      />
    </span>
  );
  const refusals = refusalLines(uploads.refused, property, (refused) => fieldText('refusedFile', { ...refused }));

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping and pasting are second ways; the button is the first.
    <div
      ref={box}
      className="anlan-upload"
      data-over={over && !disabled ? true : undefined}
      onPaste={paste}
      onDragOver={(event) => {
        event.preventDefault();
        if (dragged.current === undefined) setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <div className={tiles ? 'anlan-tiles' : 'anlan-files'}>
        {stored.map((file, place) => (
          // biome-ignore lint/a11y/noStaticElementInteractions: the buttons order too.
          <div
            key={file.attachId}
            className="anlan-upload-file"
            data-place={place}
            draggable={!disabled && stored.length > 1}
            onDragStart={(event) => {
              // In the viewer over it a picture is moved, not its place.
              if (event.currentTarget.querySelector('dialog[open]') !== null) return event.preventDefault();
              dragged.current = place;
              event.dataTransfer.effectAllowed = 'move';
            }}
            onDragEnd={() => {
              dragged.current = undefined;
            }}
          >
            <FileTile
              file={file}
              picture={pictures}
              row={row}
              siblings={stored}
              action={disabled ? undefined : actions(file, place)}
            />
          </div>
        ))}
        {pending.map((one) => (
          <PendingTile
            key={one.uid}
            pending={one}
            onRetry={() => uploads.retry(one.uid)}
            onDrop={() => uploads.drop(one.uid)}
          />
        ))}
      </div>
      {!disabled && (
        <div className="anlan-upload-foot">
          <FileChooser
            id={id}
            limits={limits}
            disabled={full}
            danger={invalid}
            describedBy={describedBy}
            onChoose={take}
          />
          <span className="anlan-count">
            {fieldText('uploadHint', { limit, size: sizeLimitText(largest) })}
            {sizeHints(field.sizes, largest).map((hint) => `${say('，')}${hint}`)}
            {extensions ? `${say('，')}${fieldText('uploadKinds', { kinds: listed(extensions) })}` : ''}
            {phone ? '' : `${say('，')}${fieldText(property.media === 'video' ? 'uploadDrop' : 'uploadWays')}`}
          </span>
        </div>
      )}
      {refusals.length > 0 && (
        <div className="anlan-file-error" role="alert">
          {refusals.map((line) => (
            <div key={line}>{line}</div>
          ))}
        </div>
      )}
    </div>
  );
}

/** What is said of pictures and films that may be less large than the largest file. */
function sizeHints({ image, video }: MediaSizes = {}, largest: number): readonly string[] {
  return [
    ...(image === undefined || image >= largest
      ? []
      : [fieldText('uploadPictureSize', { size: sizeLimitText(image) })]),
    ...(video === undefined || video >= largest ? [] : [fieldText('uploadFilmSize', { size: sizeLimitText(video) })]),
  ];
}
