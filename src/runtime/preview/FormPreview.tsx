import { Alert, Checkbox, Segmented, Select, Space } from 'antd';
import { useState } from 'react';
import type { EntityPageModel } from '../model/page-model.ts';
import { PreviewStage } from './PreviewStage.tsx';
import { usePreviewText } from './texts.ts';

type Mode = 'edit' | 'read' | 'phone';

interface FormPreviewProps {
  readonly page: EntityPageModel;
  /** What the form belongs to: another one starts afresh, an edit of the same keeps what was typed. */
  readonly subject: string;
  readonly stale: boolean;
  /** Role whose rights the form follows; undefined shows everything. */
  readonly viewer: string | undefined;
  readonly onViewer: (role: string | undefined) => void;
}

/** The form of a draft as the runtime draws it, with what it would send and what is wrong with it. */
export function FormPreview({ page, subject, stale, viewer: role, onViewer }: FormPreviewProps) {
  const text = usePreviewText();
  const [mode, setMode] = useState<Mode>('edit');
  const [stored, setStored] = useState(false);
  const [sample, setSample] = useState(0);
  const [seen, setSeen] = useState(subject);
  if (seen !== subject) {
    setSeen(subject);
    setSample(0);
    setStored(false);
  }
  const samples = page.model.source.examples ?? [];
  const example = samples[sample];
  const roles = rolesOf(page);

  return (
    <>
      <Space wrap className="anlan-pg-bar">
        <Segmented
          aria-label={text('mode.label')}
          value={mode}
          onChange={setMode}
          options={(['edit', 'read', 'phone'] as const).map((value) => ({ value, label: text(`mode.${value}`) }))}
        />
        <Select
          aria-label={text('sample.label')}
          className="anlan-pg-sample"
          value={samples.length === 0 ? -1 : sample}
          onChange={setSample}
          options={[
            ...samples.map(({ title }, value) => ({ value, label: String(title) })),
            { value: -1, label: text('sample.none') },
          ]}
        />
        {roles.length > 0 && (
          <Select
            aria-label={text('role.label')}
            className="anlan-pg-role"
            value={role ?? ''}
            onChange={(value) => onViewer(value === '' ? undefined : value)}
            options={[{ value: '', label: text('role.any') }, ...roles.map((value) => ({ value, label: value }))]}
          />
        )}
        <Checkbox checked={stored} onChange={(event) => setStored(event.target.checked)}>
          {text('stored')}
        </Checkbox>
      </Space>
      {stale && <Alert type="warning" showIcon title={text('stale')} className="anlan-pg-stale" />}
      <PreviewStage
        page={page}
        subject={`${subject}/${sample}`}
        mode={mode}
        viewer={role}
        example={example}
        stored={stored}
      />
    </>
  );
}

/** Roles that the draft's field rights tell apart, and somebody whom they do not name. */
function rolesOf(page: EntityPageModel): readonly string[] {
  const rights = Object.values(page.model.permissions.fields ?? {}).flat();
  return [...new Set(rights.flatMap(({ roles }) => roles))];
}
