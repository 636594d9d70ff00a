import { LeftOutlined, RightOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useEffect } from 'react';
import { useLoaded } from '../../field-types/use-loaded.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LoadingDelay } from '../../ui/LoadingDelay.tsx';
import { RightDrawer } from '../../ui/RightDrawer.tsx';
import { RecordActions } from '../actions/RecordActions.tsx';
import { fetchRecord } from '../calls/entity-calls.ts';
import { RecordSections } from '../detail/RecordSections.tsx';
import { useEntityPage } from '../EntityContext.ts';
import { recordName } from '../model/record-view.ts';
import { runtimeText } from '../text.ts';
import { useListText } from './text.ts';
import type { ListRecord } from './useListController.ts';

interface RecordPreviewProps {
  /** Records of the list in order. */
  readonly records: readonly ListRecord[];
  /** The one looked at; undefined for a closed drawer. */
  readonly id: string | undefined;
  readonly onMove: (id: string) => void;
  readonly onClose: () => void;
}

/** A look at a record beside its list, with the one before and the one after it. */
export function RecordPreview({ records, id, onMove, onClose }: RecordPreviewProps) {
  const { page, open, changes } = useEntityPage();
  const text = useListText();
  const index = records.findIndex((record) => record.id === id);
  const row = records[index];
  const previous = records[index - 1]?.id;
  const next = records[index + 1]?.id;
  const read = useLoaded(id === undefined ? undefined : `${id}/${changes}/${page.metadata.revision}`, (signal) =>
    fetchRecord(page.model, id ?? '', { page: page.page.code, signal, quiet: true }),
  );

  useEffect(() => {
    if (id === undefined) return;
    const press = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement | null;
      if (event.ctrlKey || event.metaKey || event.altKey || target?.closest('input, textarea, select')) return;
      const to =
        event.key === 'ArrowLeft' || event.key === 'k'
          ? previous
          : event.key === 'ArrowRight' || event.key === 'j'
            ? next
            : undefined;
      if (to === undefined) return;
      event.preventDefault();
      onMove(to);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [id, previous, next, onMove]);

  // The record read last stays while the next one is on its way, but not under another one's name.
  const record = read.data?.id === id ? read.data : undefined;
  return (
    <RightDrawer
      open={id !== undefined}
      title={row === undefined ? page.model.title : recordName(page, row)}
      width={880}
      onClose={onClose}
      extra={
        <span className="anlan-preview-tools">
          <span className="anlan-preview-place">
            {index >= 0 && text('preview.place', { place: index + 1, count: records.length })}
          </span>
          <Button
            type="text"
            icon={<LeftOutlined />}
            disabled={previous === undefined}
            aria-label={text('preview.previous')}
            title={text('preview.previous')}
            onClick={() => previous !== undefined && onMove(previous)}
          />
          <Button
            type="text"
            icon={<RightOutlined />}
            disabled={next === undefined}
            aria-label={text('preview.next')}
            title={text('preview.next')}
            onClick={() => next !== undefined && onMove(next)}
          />
          <Button onClick={() => id !== undefined && open({ kind: 'view', id })}>{text('preview.page')}</Button>
        </span>
      }
    >
      {read.error !== undefined ? (
        <ErrorState title={runtimeText('detail.failed')} message={read.error} onRetry={read.retry} />
      ) : (
        <LoadingDelay loading={record === undefined} rows={8}>
          {record !== undefined && (
            <div className="anlan-preview">
              <RecordActions record={record} variant="page" />
              <RecordSections record={record} />
            </div>
          )}
        </LoadingDelay>
      )}
    </RightDrawer>
  );
}
