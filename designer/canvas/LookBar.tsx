import { DesktopOutlined, MobileOutlined } from '@ant-design/icons';
import { Button, Segmented, Select, Space, Tooltip } from 'antd';
import { memo, useMemo, useState } from 'react';
import { TRANSLATIONS, type Translation } from '../../src/core/text/language.ts';
import type { EntityPageModel } from '../../src/runtime/model/page-model.ts';
import { useGroupNames } from '../names/GroupNames.tsx';
import { useTranslationText } from '../translations/texts.ts';
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
  const languageText = useTranslationText();
  const speak = (language: Translation | '') => {
    const { language: _, ...rest } = look;
    onLook(language === '' ? rest : { ...rest, language });
  };
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
      <Widths look={look} onLook={onLook} />
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
      <Select<Translation | ''>
        size="small"
        aria-label={text('look.language')}
        popupMatchSelectWidth={false}
        value={look.language ?? ''}
        onChange={speak}
        options={[
          { value: '', label: text('look.language.own') },
          ...TRANSLATIONS.map((value) => ({ value, label: languageText(`language.${value}`) })),
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

const WIDTHS = [
  ['phone', <MobileOutlined key="phone" />],
  ['desk', <DesktopOutlined key="desk" />],
] as const;

/** Other widths than the column's own; pressed again it is that one. */
function Widths({ look, onLook }: { look: CanvasLook; onLook(look: CanvasLook): void }) {
  const text = useCanvasText();
  return WIDTHS.map(([width, icon]) => (
    <Tooltip key={width} title={text(`look.${width}`)}>
      <Button
        size="small"
        type={look.width === width ? 'primary' : 'default'}
        icon={icon}
        aria-label={text(`look.${width}`)}
        aria-pressed={look.width === width}
        onClick={() => onLook({ ...look, width: look.width === width ? 'column' : width })}
      />
    </Tooltip>
  ));
}
