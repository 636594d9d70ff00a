import { DownloadOutlined } from '@ant-design/icons';
import { App, Button } from 'antd';
import { useState } from 'react';
import { ApiError } from '../../../api/faults.ts';
import { downloadUnion } from '../../../api/joint.ts';
import { plantTime } from '../../../api/plant-clock.ts';
import type { UnionPart } from '../../../core/wire/joint.ts';
import type { JointViewProps } from '../joint-view.ts';
import { useJointText } from '../text.ts';

/** What the person narrowed a union to. */
export interface Narrowed {
  readonly member: string | undefined;
  readonly keyword: string | undefined;
}

interface ExportButtonProps extends JointViewProps {
  readonly parts: readonly UnionPart[];
  /** Members that the person may export. */
  readonly exports: readonly string[];
  readonly narrowed: Narrowed;
}

/** Takes what is shown out as a spreadsheet. What of it the person may not export is left out, and told. */
export function ExportButton({ head, parts, exports, narrowed }: ExportButtonProps) {
  const text = useJointText();
  const { message } = App.useApp();
  const [busy, setBusy] = useState(false);
  const shown = parts.filter(({ key }) => narrowed.member === undefined || key === narrowed.member);
  const left = shown.filter(({ key }) => !exports.includes(key));
  if (shown.length === left.length) return null;
  const take = async (): Promise<void> => {
    setBusy(true);
    try {
      const day = plantTime().slice(0, 10).replaceAll('-', '');
      await downloadUnion(head.code, narrowed, `${head.title}-${day}.xlsx`);
      const titles = left.map(({ title }) => title).join('、');
      void (left.length > 0
        ? message.warning(text('union.left.out', { titles }))
        : message.success(text('union.taken')));
    } catch (error) {
      // The client has told why.
      if (!(error instanceof ApiError)) throw error;
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button icon={<DownloadOutlined aria-hidden />} loading={busy} onClick={() => void take()}>
      {text('union.export')}
    </Button>
  );
}
