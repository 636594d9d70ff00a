import {
  FileExcelOutlined,
  FileImageOutlined,
  FileOutlined,
  FilePdfOutlined,
  FileWordOutlined,
} from '@ant-design/icons';
import { App } from 'antd';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { thousands } from '../../core/amount/number-text.ts';
import { fileExtension, shownAs } from '../../core/files/upload-limits.ts';
import type { WireFile } from '../../core/wire/contract.ts';
import { lazyPiece } from '../../ui/lazy-piece.tsx';
import { useFieldServices } from '../field-services.ts';
import { fieldText } from '../text.ts';
import { useLoaded } from '../use-loaded.ts';
import { fileName, picturesOf } from './stored-files.ts';
import { VideoPlayer } from './VideoPlayer.tsx';

const ImageViewer = lazyPiece(
  () => import('../../ui/ImageViewer.tsx').then((module) => module.ImageViewer),
  ({ onClose }) => onClose(),
);

function fileIcon(extension: string): ReactNode {
  if (extension === 'pdf') return <FilePdfOutlined />;
  if (extension === 'doc' || extension === 'docx') return <FileWordOutlined />;
  if (extension === 'xls' || extension === 'xlsx') return <FileExcelOutlined />;
  return <FileOutlined />;
}

function sizeText(size: number | undefined): string {
  if (size === undefined) return '';
  return size < 1024 * 1024 ? `${Math.max(1, Math.round(size / 1024))} KB` : `${thousands(size / 1024 / 1024, 1)} MB`;
}

/**
 * A stored file: a picture with its thumbnail, which opens the image viewer, a video that plays in place, any other
 * with its icon; its name downloads it.
 */
export function FileTile({
  file,
  picture,
  row = false,
  action,
  siblings = [file],
}: {
  file: WireFile;
  /** Whether pictures and videos are shown, and not only named. */
  picture: boolean;
  /** Whether a picture stands in a line with its name, as in a list of pictures. Default false. */
  row?: boolean;
  action?: ReactNode;
  /** Files among whose pictures the viewer turns the page. Default this one. */
  siblings?: readonly WireFile[];
}) {
  const services = useFieldServices();
  const { message } = App.useApp();
  const [open, setOpen] = useState(false);
  const name = fileName(file);
  const kind = shownAs(name);
  const shown = picture && !(row && kind === 'image') ? kind : undefined;
  return (
    <div className={shown === undefined ? 'anlan-file' : 'anlan-tile'} data-kind={shown}>
      {shown === 'image' && (
        <button
          type="button"
          className="anlan-tile-open anlan-plain"
          aria-label={fieldText('preview', { name })}
          onClick={() => setOpen(true)}
        >
          <Thumbnail file={file} pixels={88} />
        </button>
      )}
      {shown === 'video' && <VideoPlayer file={file} />}
      {shown === undefined &&
        (kind === 'image' ? (
          <button
            type="button"
            className="anlan-file-icon anlan-plain"
            aria-label={fieldText('preview', { name })}
            title={fieldText('preview', { name })}
            onClick={() => setOpen(true)}
          >
            {picture ? <Thumbnail file={file} pixels={36} /> : <FileImageOutlined />}
          </button>
        ) : (
          <span className="anlan-file-icon">{fileIcon(fileExtension(name))}</span>
        ))}
      <button
        type="button"
        className="anlan-file-name anlan-plain"
        title={fieldText('download', { name })}
        onClick={() => {
          services.download(file).catch((error: unknown) => {
            void message.error(error instanceof Error ? error.message : String(error));
          });
        }}
      >
        {name}
      </button>
      {shown === undefined && <span className="anlan-detail">{sizeText(file.size)}</span>}
      {action}
      {open && <PictureViewer files={siblings} first={file} onClose={() => setOpen(false)} />}
    </div>
  );
}

/** Stored files beside each other, whose pictures the viewer shows in one row. */
export function FileTiles({ files }: { files: readonly WireFile[] }) {
  return (
    <div className="anlan-tiles">
      {files.map((file) => (
        <FileTile key={file.attachId} file={file} picture siblings={files} />
      ))}
    </div>
  );
}

/** The image viewer over the pictures among stored files. */
export function PictureViewer({
  files,
  first,
  onClose,
}: {
  files: readonly WireFile[];
  first: WireFile;
  onClose: () => void;
}) {
  const services = useFieldServices();
  const pictures = picturesOf(files);
  return (
    <Suspense fallback={null}>
      <ImageViewer
        images={pictures.map((file) => ({
          key: file.attachId,
          name: fileName(file),
          load: (signal) => services.readFile(file, signal),
          download: () => services.download(file),
        }))}
        start={pictures.findIndex(({ attachId }) => attachId === first.attachId)}
        onClose={onClose}
      />
    </Suspense>
  );
}

// What is read is kept: a link in <img> would run out while the page stays open.
function Thumbnail({ file, pixels }: { file: WireFile; pixels: number }) {
  const services = useFieldServices();
  const read = useLoaded(file.attachId, (signal) => services.readFile(file, signal));
  const [address, setAddress] = useState<string>();
  const [broken, setBroken] = useState(false);
  const content = read.data;
  useEffect(() => {
    if (content === undefined) return;
    const url = URL.createObjectURL(content);
    setAddress(url);
    return () => URL.revokeObjectURL(url);
  }, [content]);
  if (broken || read.error !== undefined) {
    return (
      <span
        className="anlan-tile-waiting"
        style={{ width: pixels, height: pixels }}
        title={read.error ?? fieldText('pictureFailed')}
      >
        <FileImageOutlined />
      </span>
    );
  }
  return address === undefined ? (
    <span className="anlan-tile-waiting" style={{ width: pixels, height: pixels }} />
  ) : (
    <img
      src={address}
      width={pixels}
      height={pixels}
      alt={fileName(file)}
      draggable={false}
      onError={() => setBroken(true)}
    />
  );
}
