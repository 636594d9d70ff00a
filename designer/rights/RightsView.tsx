import { Segmented } from 'antd';
import { memo, useState } from 'react';
import type { ViewProps } from '../view-props.ts';
import { ActionRights } from './ActionRights.tsx';
import { FieldRightsGrid } from './FieldRightsGrid.tsx';
import { useRightsText } from './texts.ts';
import './rights.css';

/** Who may see and write what, and press which button. */
export const RightsView = memo(function RightsView({ design, onOpen, onAct }: ViewProps) {
  const text = useRightsText();
  const [mode, setMode] = useState<'fields' | 'actions'>('fields');
  return (
    <div className="anlan-ds-rights">
      <Segmented<'fields' | 'actions'>
        aria-label={text('mode.label')}
        value={mode}
        onChange={setMode}
        options={(['fields', 'actions'] as const).map((value) => ({ value, label: text(`mode.${value}`) }))}
      />
      {mode === 'fields' ? (
        <FieldRightsGrid design={design} onChoose={onOpen} onAct={onAct} />
      ) : (
        <ActionRights design={design} onChoose={onOpen} onAct={onAct} />
      )}
    </div>
  );
});
