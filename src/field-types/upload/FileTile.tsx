import { FileExcelOutlined, FileOutlined, FilePdfOutlined, FileWordOutlined } from '@ant-design/icons';
import { App, Image } from 'antd';
import { type ReactNode, useEffect, useState } from 'react';
import type { WireFile } from '../../core/wire/contract.ts';
import { useFieldServices } from '../field-services.ts';
import { fieldText } from '../text.ts';
import { useLoaded } from '../use-loaded.ts';
import { fileName } from './stored-files.ts';
import { extensionOf } from './upload-rules.ts';

const PICTURES = ['jpg', 'jpeg', 'png', 'gif', 'webp', 'bmp'];

function fileIcon(extension: string): ReactNode {
  if (extension === 'pdf') return <FilePdfOutlined />;
  if (extension === 'doc' || extension === 'docx') return <FileWordOutlined />;
  if (extension === 'xls' || extension === 'xlsx') return <FileExcelOutlined />;
  return <FileOutlined />;
}

function sizeText(size: number | undefined): string {
  if (size === undefined) return '';
  return size < 1024 * 1024 ? `${Math.max(1, Math.round(size / 1024))} KB` : `${(size / 1024 / 1024).toFixed(1)} MB`;
}

/** A stored file: a picture with its thumbnail, any other with its icon; its name downloads it. */
export function FileTile({ file, picture, action }: { file: WireFile; picture: boolean; action?: ReactNode }) {
  const services = useFieldServices();
  const { message } = App.useApp();
  const name = fileName(file);
  const extension = extensionOf(name);
  const shown = picture && PICTURES.includes(extension);
  return (
    <div className={shown ? 'anlan-tile' : 'anlan-file'}>
      {shown ? <Thumbnail file={file} /> : <span className="anlan-file-icon">{fileIcon(extension)}</span>}
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
      {!shown && <span className="anlan-detail">{sizeText(file.size)}</span>}
      {action}
    </div>
  );
}

// What is read is kept: a link in <img> would run out while the page stays open.
function Thumbnail({ file }: { file: WireFile }) {
  const services = useFieldServices();
  const read = useLoaded(file.attachId, (signal) => services.readFile(file, signal));
  const [address, setAddress] = useState<string>();
  const content = read.data;
  useEffect(() => {
    if (content === undefined) return;
    const url = URL.createObjectURL(content);
    setAddress(url);
    return () => URL.revokeObjectURL(url);
  }, [content]);
  return address === undefined ? (
    <span className="anlan-tile-waiting" />
  ) : (
    <Image src={address} width={88} height={88} alt={fileName(file)} />
  );
}
