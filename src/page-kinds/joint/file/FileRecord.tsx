import { PrinterOutlined } from '@ant-design/icons';
import { Button, Tabs } from 'antd';
import { useEffect, useState } from 'react';
import { fetchRecordFile } from '../../../api/joint.ts';
import type { RecordFileSettings } from '../../../core/joint/file.ts';
import { useLoaded } from '../../../field-types/use-loaded.ts';
import { DetailPage } from '../../../runtime/detail/DetailPage.tsx';
import { useEntityPage } from '../../../runtime/EntityContext.ts';
import { usePageAddress } from '../../../runtime/usePageAddress.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { LoadingDelay } from '../../../ui/LoadingDelay.tsx';
import { PageContainer } from '../../../ui/PageContainer.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { ReadFailure } from '../ReadFailure.tsx';
import { useJointText } from '../text.ts';
import { FileRows } from './FileRows.tsx';
import './file.css';

const TAB = 'tab';
const RECORD = '_record';

interface FileRecordProps {
  readonly code: string;
  readonly id: string;
  readonly settings: RecordFileSettings;
}

/** One record's file: what it says, and a tab for each list of what refers to it. */
export function FileRecord({ code, id, settings }: FileRecordProps) {
  const text = useJointText();
  const { open, changes } = useEntityPage();
  const [address, setAddress] = usePageAddress();
  const [printed, setPrinted] = useState<ReadonlySet<string>>();
  const read = useLoaded(`${code}/${id}/${changes}`, (signal) => fetchRecordFile(code, id, signal));
  const { tabs } = settings;
  const printing = printed !== undefined;
  const ready = printing && printed.size === tabs.length;
  useEffect(() => {
    if (!ready) return;
    const done = (): void => setPrinted(undefined);
    window.addEventListener('afterprint', done, { once: true });
    const timer = setTimeout(() => window.print(), 100);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('afterprint', done);
    };
  }, [ready]);
  const back = (): void => open({ kind: 'list' });

  if (read.error !== undefined || read.data === undefined) {
    return (
      <>
        <PageHeader title={text('file.title')} onBack={back} />
        <PageContainer>
          {read.error === undefined ? (
            <LoadingDelay loading rows={8} />
          ) : (
            <ReadFailure title={text('file.failed')} read={read} />
          )}
        </PageContainer>
      </>
    );
  }
  const { name, counts } = read.data;
  const rows = (key: string, whole: boolean) => {
    const tab = tabs.find((one) => one.key === key);
    return tab === undefined ? null : (
      <FileRows
        tab={tab}
        id={id}
        whole={whole}
        onRead={() => setPrinted((before) => (before === undefined ? before : new Set([...before, key])))}
      />
    );
  };
  return (
    <>
      <PageHeader
        title={name}
        onBack={back}
        actions={
          settings.print ? (
            <Button icon={<PrinterOutlined />} loading={printing} onClick={() => setPrinted(new Set())}>
              {text('file.print')}
            </Button>
          ) : null
        }
      />
      {printing ? (
        <div className="anlan-file-whole">
          <DetailPage id={id} headless />
          {tabs.map(({ key, title }) => (
            <PageContainer key={key}>
              <h2 className="anlan-section-title">{title}</h2>
              {rows(key, true)}
            </PageContainer>
          ))}
        </div>
      ) : (
        <Tabs
          activeKey={address.get(TAB) ?? RECORD}
          onChange={(key) => {
            const next = new URLSearchParams(address);
            if (key === RECORD) next.delete(TAB);
            else next.set(TAB, key);
            setAddress(next, { replace: true });
          }}
          items={[
            { key: RECORD, label: text('file.record'), children: <DetailPage id={id} headless /> },
            ...tabs.map(({ key, title }) => ({
              key,
              label: counts[key] === undefined ? title : `${title} ${counts[key]}`,
              children: (
                <PageContainer>
                  {counts[key] === 0 ? <EmptyState title={text('file.empty', { title })} /> : rows(key, false)}
                </PageContainer>
              ),
            })),
          ]}
        />
      )}
    </>
  );
}
