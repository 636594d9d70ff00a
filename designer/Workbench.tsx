import { DownloadOutlined, HistoryOutlined, RedoOutlined, UndoOutlined } from '@ant-design/icons';
import { App, Button, Segmented, Space } from 'antd';
import { type KeyboardEvent, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { saveBlob } from '../src/api/files.ts';
import { addressed, fieldsOf, sectionsOf } from '../src/core/overlay/address.ts';
import { type Draft, entryId } from '../src/core/overlay/draft.ts';
import type { OverlayAddress, OverlayEdit } from '../src/core/overlay/overlay.ts';
import { useLoaded } from '../src/field-types/use-loaded.ts';
import { PageHeader } from '../src/ui/PageHeader.tsx';
import { ToolButton } from '../src/ui/ToolButton.tsx';
import { useConfirm } from '../src/ui/useConfirm.tsx';
import { useMediaQuery } from '../src/ui/useMediaQuery.ts';
import { type Picking, useSelection } from './arrange/useSelection.ts';
import { useDrafted } from './canvas/useDrafted.ts';
import { askPlace } from './expression/asked-place.ts';
import { NamesProvider } from './expression/names-context.ts';
import { DesignTour } from './help/DesignTour.tsx';
import { Outline } from './outline/Outline.tsx';
import { useAdding } from './palette/useAdding.tsx';
import { BulkPanel } from './properties/BulkPanel.tsx';
import { PropertyPanel } from './properties/PropertyPanel.tsx';
import { Findings } from './publish/Findings.tsx';
import { HistoryDrawer } from './publish/HistoryDrawer.tsx';
import { PublishDialog } from './publish/PublishDialog.tsx';
import { usePublishText } from './publish/texts.ts';
import { discardDraft, fetchFile, fetchNames } from './session/design-calls.ts';
import type { Design } from './session/useDesign.ts';
import { useDesignerText } from './texts/texts.ts';
import { VIEWS, type ViewKey } from './views.ts';

type Part = 'outline' | 'canvas' | 'properties';

/** Outline, the runtime's form and properties of an entity, with what can be done to its draft. */
export function Workbench({ design, onLeave }: { design: Design; onLeave(): void }) {
  const text = useDesignerText();
  const publishText = usePublishText();
  const { message } = App.useApp();
  const confirm = useConfirm();
  const narrow = useMediaQuery('(max-width: 991px)');
  const { chosen, selected, pick, pickAll } = useSelection(design.entity, () => firstField(design));
  const [part, setPart] = useState<Part>('canvas');
  const [viewer, setViewer] = useState<string>();
  const [publishing, setPublishing] = useState(false);
  const [looking, setLooking] = useState(false);
  const roles = useMemo(() => (viewer === undefined ? null : [viewer]), [viewer]);
  const { entity } = design;
  const drafted = useDrafted(entity, roles);
  const { findings, asking, failure } = drafted;
  const names = useLoaded(`names ${design.base.version}`, fetchNames).data;
  const [search, setSearch] = useSearchParams();
  const views = (Object.keys(VIEWS) as ViewKey[]).filter((key) => VIEWS[key].applies(entity));
  const view = views.find((key) => key === search.get('view')) ?? 'form';
  const { View } = VIEWS[view];
  const act = (edits: readonly OverlayEdit[]) => {
    const wrong = design.act(edits);
    if (wrong !== undefined) void message.warning(wrong);
    return wrong;
  };
  const choose = (at: OverlayAddress, how?: Picking) => {
    pick(at, how);
    if (narrow) setPart('properties');
  };
  const adding = useAdding({ design, chosen, onAct: act, onAdded: choose });
  const keys = (event: KeyboardEvent) => {
    const isTyping =
      event.target instanceof HTMLElement && event.target.closest('input, textarea, [contenteditable]') !== null;
    // What stands open above is no part of the workbench, although its keys come here.
    const isWithin = event.target instanceof Node && event.currentTarget.contains(event.target);
    if (isTyping || !isWithin) return;
    if (event.key === '/') {
      event.preventDefault();
      setPart('outline');
      adding.open();
    }
    if (!(event.ctrlKey || event.metaKey)) return;
    const key = event.key.toLowerCase();
    if (key !== 'z' && key !== 'y') return;
    event.preventDefault();
    if (key === 'y' || event.shiftKey) design.redo();
    else design.undo();
  };
  const discard = () =>
    confirm({
      title: text('discard.ask'),
      consequence: text('discard.consequence'),
      danger: true,
      okText: text('discard'),
      onOk: async () => {
        await discardDraft(design.known.seq);
        void message.success(text('discard.done'));
        design.reload();
      },
    });
  const state = design.saving ? text('saving') : design.changes > 0 ? text('saved') : text('unchanged');
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: shortcuts of what stands within.
    <div className="anlan-ds" onKeyDown={keys}>
      <PageHeader
        title={text('title.of', { title: entity.title })}
        purpose={
          <>
            <span role="status" data-testid="design-state">
              {state}
            </span>
            {design.people.length === 0 ? null : (
              <> · {text('people', { names: design.people.map(({ userName }) => userName).join('、') })}</>
            )}
          </>
        }
        onBack={onLeave}
        actions={
          <Space wrap data-tour="acts">
            <DesignTour />
            <ToolButton label={text('undo')} icon={<UndoOutlined />} disabled={!design.canUndo} onClick={design.undo} />
            <ToolButton label={text('redo')} icon={<RedoOutlined />} disabled={!design.canRedo} onClick={design.redo} />
            <ToolButton label={text('history')} icon={<HistoryOutlined />} onClick={() => setLooking(true)} />
            <ToolButton
              label={publishText('export')}
              icon={<DownloadOutlined />}
              onClick={() => void saveFile(entity.entity)}
            />
            <Button disabled={design.known.seq === 0} onClick={() => void discard()}>
              {text('discard')}
            </Button>
            <Button type="primary" disabled={design.changes === 0 || design.saving} onClick={() => setPublishing(true)}>
              {text('publish')}
            </Button>
          </Space>
        }
      />
      {narrow ? (
        <Segmented<Part>
          block
          aria-label={text('part.label')}
          value={part}
          onChange={setPart}
          options={(['outline', 'canvas', 'properties'] as const).map((value) => ({
            value,
            label: text(`part.${value}`),
          }))}
        />
      ) : null}
      <div className="anlan-ds-parts" data-part={narrow ? part : undefined}>
        <div className="anlan-ds-part" data-name="outline">
          {adding.palette ?? (
            <Outline
              entity={entity}
              chosen={chosen}
              selected={selected}
              onPick={choose}
              onAct={act}
              onAddField={adding.open}
            />
          )}
        </div>
        <div className="anlan-ds-part" data-name="canvas">
          {views.length > 1 ? (
            <Segmented<ViewKey>
              aria-label={text('view.label')}
              value={view}
              onChange={(next) =>
                setSearch((known) => ({ ...Object.fromEntries(known), view: next }), { replace: true })
              }
              options={views.map((value) => ({ value, label: text(VIEWS[value].title) }))}
            />
          ) : null}
          <View
            design={design}
            drafted={drafted}
            viewer={viewer}
            chosen={chosen}
            selected={selected}
            onViewer={setViewer}
            onChoose={pick}
            onOpen={choose}
            onChooseAll={pickAll}
            onAdd={adding.open}
            onAct={act}
          />
        </div>
        <div className="anlan-ds-part" data-name="properties">
          <NamesProvider value={names}>
            {selected.length > 1 ? (
              <BulkPanel design={design} selected={selected} onAct={act} />
            ) : (
              <PropertyPanel key={chosen.join('/')} design={design} at={chosen} onOpen={pick} onAct={act} />
            )}
          </NamesProvider>
          <Findings
            entity={entity}
            findings={findings}
            conflicts={design.conflicts}
            asking={asking}
            failure={failure}
            onAct={act}
            onOpen={({ at, steps }) => {
              choose(at);
              askPlace(steps);
            }}
          />
        </div>
      </div>
      {adding.dialog}
      <PublishDialog
        open={publishing}
        design={design}
        others={design.others}
        onDone={(title, asked) => {
          setPublishing(false);
          void message.success(asked ? publishText('approval.asked', { title }) : text('publish.done', { title }));
          design.reload();
        }}
        onClose={() => setPublishing(false)}
      />
      <HistoryDrawer
        open={looking}
        onBack={() => {
          setLooking(false);
          design.reload();
        }}
        onClose={() => setLooking(false)}
      />
    </div>
  );
}

/** Downloads the entity's file as it would be shipped with the edits in it. */
async function saveFile(entity: string): Promise<void> {
  const { name, text } = await fetchFile(entity);
  saveBlob(new Blob([text], { type: 'application/json' }), name.split('/').at(-1) ?? name);
}

function firstField({ entity }: Design): OverlayAddress {
  const properties = entity.record.properties as unknown as Draft;
  const placed = sectionsOf(addressed(entity).draft).flatMap(({ value }) => fieldsOf(value));
  const first = placed[0] ?? Object.keys(properties)[0] ?? '';
  return ['record', 'properties', entryId(properties, first)];
}
