import { CloseOutlined, DeleteOutlined } from '@ant-design/icons';
import { Button, Progress } from 'antd';
import { fieldText } from '../text.ts';
import type { PendingFile } from './useUploads.ts';

/** A file on its way with its percent, or a failed one with its reason. */
export function PendingTile({
  pending: { file, status, percent, message },
  onRetry,
  onDrop,
}: {
  pending: PendingFile;
  onRetry: () => void;
  onDrop: () => void;
}) {
  const { name } = file;
  const running = status === 'uploading';
  return (
    <div className="anlan-file" data-status={status}>
      <span className="anlan-file-name" title={name}>
        {name}
      </span>
      {running ? (
        <Progress percent={percent} size="small" aria-label={fieldText('uploading', { percent })} />
      ) : (
        <>
          <span className="anlan-file-error" role="alert">
            {message}
          </span>
          <Button type="link" size="small" onClick={onRetry}>
            {fieldText('retry')}
          </Button>
        </>
      )}
      <Button
        type="text"
        size="small"
        icon={running ? <CloseOutlined /> : <DeleteOutlined />}
        aria-label={fieldText(running ? 'cancelUpload' : 'remove', { name })}
        onClick={onDrop}
      />
    </div>
  );
}
