import { useCallback } from 'react';
import type { RecordFileSettings } from '../../../core/joint/file.ts';
import { EntityPage } from '../../EntityPage.tsx';
import type { JointViewProps } from '../joint-view.ts';
import { FileRecord } from './FileRecord.tsx';

/** The list of those who have a file; a record of it opens its file. */
export function FilePage({ head }: JointViewProps) {
  const settings = head.settings as RecordFileSettings;
  const Detail = useCallback(
    ({ id }: { readonly id: string }) => <FileRecord key={id} code={head.code} id={id} settings={settings} />,
    [head.code, settings],
  );
  return <EntityPage code={settings.of} title={head.title} purpose={head.purpose} detail={Detail} />;
}
