import { MobileOutlined } from '@ant-design/icons';
import { Button, Segmented, Select, Space, Tooltip } from 'antd';
import { memo, useMemo, useState } from 'react';
import type { EntityPageModel } from '../../src/runtime/model/page-model.ts';
import { useGroupNames } from '../names/GroupNames.tsx';
import { type CanvasLook, type LookData, rolesIn, type Shown, statesOf, stepsOf } from './look.ts';
import { RecordChooser } from './RecordChooser.tsx';
import { useCanvasText } from './texts.ts';

/** How the canvas is looked at: which screen, how wide, as whom, in which state, with which values. */
export const LookBar = memo(function LookBar({
  page,
  look,
  viewer,
  onLook,
  onViewer,
}: {
  page: EntityPageModel;
  look: CanvasLook;
  viewer: string | undefined;
  onLook(look: CanvasLook): void;
  onViewer(role: string | undefined): void;
}) {
  const text = useCanvasText();
  const { roleName } = useGroupNames();
  const [choosing, setChoosing] = useState(false);
  const entity = page.model.source;
  const roles = useMemo(() => rolesIn(entity), [entity]);
  const states = statesOf(entity);
  const steps = stepsOf(entity);
  const shown: readonly Shown[] = ['new', 'edit', 'detail', 'list', ...(steps.length > 0 ? (['step'] as const) : [])];
  const show = (next: Shown) =>
    onLook({
      ...look,
      shown: next,
      ...(next === 'step' && look.step === undefined ? { step: steps[0]?.value ?? '' } : {}),
    });
  const choose = (data: LookData) => (data === 'record' ? setChoosing(true) : onLook({ ...look, data }));
  return (
    <Space wrap size={[8, 4]} className="anlan-ds-look">
      <Segmented<Shown>
        size="small"
        aria-label={text('look.show')}
        value={look.shown}
        onChange={show}
        options={shown.map((value) => ({ value, label: text(`look.${value}`) }))}
      />
      <Tooltip title={text('look.phone')}>
        <Button
          size="small"
          type={look.phone ? 'primary' : 'default'}
          icon={<MobileOutlined />}
          aria-label={text('look.phone')}
          aria-pressed={look.phone}
          onClick={() => onLook({ ...look, phone: !look.phone })}
        />
      </Tooltip>
      {look.shown === 'step' ? (
        <Select
          size="small"
          aria-label={text('look.step.choose')}
          popupMatchSelectWidth={false}
          value={look.step ?? ''}
          options={[...steps]}
          onChange={(step) => onLook({ ...look, step })}
        />
      ) : null}
      {roles.length > 0 ? (
        <Select
          size="small"
          aria-label={text('look.role')}
          popupMatchSelectWidth={false}
          value={viewer ?? ''}
          onChange={(value) => onViewer(value === '' ? undefined : value)}
          options={[
            { value: '', label: text('look.role.any') },
            ...roles.map((value) => ({ value, label: roleName(value) })),
          ]}
        />
      ) : null}
      {states.length > 0 && look.shown !== 'new' ? (
        <Select
          size="small"
          aria-label={text('look.state')}
          popupMatchSelectWidth={false}
          value={look.state ?? String(look.record?.status ?? page.model.initialState ?? '')}
          options={[...states]}
          onChange={(state) => onLook({ ...look, state })}
        />
      ) : null}
      <Select<LookData>
        size="small"
        aria-label={text('look.data')}
        popupMatchSelectWidth={false}
        value={look.data}
        onSelect={choose}
        options={[
          { value: 'none', label: text('look.data.none') },
          ...(entity.examples ?? []).map(({ title }, value) => ({ value, label: String(title) })),
          {
            value: 'record',
            label:
              look.record === undefined
                ? text('look.data.record')
                : String(look.record[page.model.label] ?? look.record.id),
          },
        ]}
      />
      <RecordChooser
        open={choosing}
        page={page}
        onChoose={(record) => {
          setChoosing(false);
          const { state: _, ...rest } = look;
          onLook({ ...rest, data: 'record', record, shown: look.shown === 'new' ? 'detail' : look.shown });
        }}
        onClose={() => setChoosing(false)}
      />
    </Space>
  );
});
