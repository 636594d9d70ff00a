import { Alert, App, Segmented } from 'antd';
import { type KeyboardEvent, useCallback, useDeferredValue, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useSession } from '../src/api/session.ts';
import { addressed, fieldsOf, sectionsOf } from '../src/core/overlay/address.ts';
import { type Draft, entryId } from '../src/core/overlay/draft.ts';
import type { OverlayAddress, OverlayEdit } from '../src/core/overlay/overlay.ts';
import { isOwnPart } from '../src/core/overlay/rights-edits.ts';
import { useLoaded } from '../src/field-types/use-loaded.ts';
import { ToolPart, ToolParts } from '../src/ui/ToolParts.tsx';
import { useLasting } from '../src/ui/useLasting.ts';
import { useMediaQuery } from '../src/ui/useMediaQuery.ts';
import { type Picking, useSelection } from './arrange/useSelection.ts';
import { useDrafted } from './canvas/useDrafted.ts';
import { askPlace } from './expression/asked-place.ts';
import { NamesProvider } from './expression/names-context.ts';
import { Outline } from './outline/Outline.tsx';
import { useAdding } from './palette/useAdding.tsx';
import { BulkPanel } from './properties/BulkPanel.tsx';
import { PropertyPanel } from './properties/PropertyPanel.tsx';
import { Findings } from './publish/Findings.tsx';
import type { FindingPlace } from './publish/finding-place.ts';
import { HistoryDrawer } from './publish/HistoryDrawer.tsx';
import { PublishDialog } from './publish/PublishDialog.tsx';
import { usePublishText } from './publish/texts.ts';
import { fetchNames } from './session/design-calls.ts';
import { stepQueue } from './session/step-queue.ts';
import { UntakenSteps } from './session/UntakenSteps.tsx';
import type { Design, Designed } from './session/useDesign.ts';
import { useDesignerText } from './texts/texts.ts';
import { VIEWS, type ViewKey } from './views.ts';
import { WorkbenchHead } from './WorkbenchHead.tsx';

type PartName = 'outline' | 'canvas' | 'properties';

/**
 * Outline, the runtime's form and properties of an entity, with what can be done to its draft. Its parts are drawn anew
 * only where something that they show is another: what they are told of stays the same function.
 */
export function Workbench({ design, onLeave }: { design: Design; onLeave(): void }) {
  const text = useDesignerText();
  const publishText = usePublishText();
  const { message } = App.useApp();
  const designs = useSession((state) => state.userInfo?.designs ?? 'all');
  const narrow = useMediaQuery('(max-width: 991px)');
  const { designed } = design;
  const { entity } = designed;
  const { chosen, selected, pick, pickAll } = useSelection(entity, () => firstField(designed));
  const [part, setPart] = useState<PartName>('canvas');
  const shown = narrow ? part : undefined;
  const [viewer, setViewer] = useState<string>();
  const [publishing, setPublishing] = useState(false);
  const [looking, setLooking] = useState(false);
  const roles = useMemo(() => (viewer === undefined ? null : [viewer]), [viewer]);
  const drafted = useDrafted(entity, roles);
  // Properties and findings follow once the form is painted, always of the same moment.
  const now = useMemo(() => ({ designed, chosen, selected }), [designed, chosen, selected]);
  const later = useDeferredValue(now);
  const names = useLoaded(`names ${designed.base.version}`, fetchNames).data;
  const [search, setSearch] = useSearchParams();
  const views = (Object.keys(VIEWS) as ViewKey[]).filter((key) => VIEWS[key].applies(entity));
  const view =
    views.find((key) => key === (search.get('view') ?? (designs === 'rights' ? 'rights' : 'form'))) ?? 'form';
  const { View } = VIEWS[view];
  const act = useLasting((edits: readonly OverlayEdit[]) => {
    const wrong = isOwnPart(designs, edits)
      ? designed.act(edits)
      : text(`part.others.${designs === 'rights' ? 'rest' : 'rights'}`);
    if (wrong !== undefined) void message.warning(wrong);
    return wrong;
  });
  const choose = useLasting((at: OverlayAddress, how?: Picking) => {
    pick(at, how);
    if (narrow) setPart('properties');
  });
  const goTo = useLasting(({ at, steps }: FindingPlace) => {
    choose(at);
    askPlace(steps);
  });
  const adding = useAdding({ design: designed, chosen, onAct: act, onAdded: choose });
  const served = useMemo(() => [entity], [entity]);
  const titleOf = useLasting((key: string) => design.titleOf(key));
  const leave = useLasting(onLeave);
  const reload = useLasting(() => design.reload());
  const look = useCallback(() => setLooking(true), []);
  const endLook = useCallback(() => setLooking(false), []);
  const ask = useCallback(() => setPublishing(true), []);
  const endAsk = useCallback(() => setPublishing(false), []);
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
    if (event.key === 'Enter' && designs !== 'rights' && design.changes > 0) ask();
    const key = event.key.toLowerCase();
    if (key !== 'z' && key !== 'y') return;
    event.preventDefault();
    if (key === 'y' || event.shiftKey) design.redo();
    else design.undo();
  };
  const published = useLasting((title: string, asked: boolean, left: boolean) => {
    endAsk();
    if (!left) void message.success(asked ? publishText('approval.asked', { title }) : text('publish.done', { title }));
    if (!asked) stepQueue().forget();
    // What was taken away is designed no more.
    if (design.leaving) leave();
    else reload();
  });
  const rolledBack = useCallback(() => {
    endLook();
    reload();
  }, [endLook, reload]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: shortcuts of what stands within.
    <div className="anlan-ds" onKeyDown={keys}>
      <WorkbenchHead design={design} onLeave={leave} onHistory={look} onPublish={ask} />
      <UntakenSteps design={design} />
      {design.leaving ? <Alert type="warning" showIcon title={publishText('leaving.note')} /> : null}
      {designs === 'all' ? null : <Alert type="info" showIcon title={text(`part.own.${designs}`)} />}
      {narrow ? (
        <Segmented<PartName>
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
      <ToolParts className="anlan-ds-parts">
        <ToolPart name="outline" shown={shown}>
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
        </ToolPart>
        <ToolPart name="canvas" shown={shown}>
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
            design={designed}
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
        </ToolPart>
        <ToolPart name="properties" shown={shown}>
          <NamesProvider value={names}>
            {later.selected.length > 1 ? (
              <BulkPanel design={later.designed} selected={later.selected} onAct={act} />
            ) : (
              <PropertyPanel
                key={later.chosen.join('/')}
                design={later.designed}
                at={later.chosen}
                onOpen={pick}
                onAct={act}
              />
            )}
          </NamesProvider>
          <Findings
            entity={later.designed.entity}
            findings={drafted.findings}
            conflicts={later.designed.conflicts}
            asking={drafted.asking}
            failure={drafted.failure}
            onAct={act}
            onOpen={goTo}
          />
        </ToolPart>
      </ToolParts>
      {adding.dialog}
      <PublishDialog
        // What was asked for while the last step was on its way is asked once it is there.
        open={publishing && !design.saving}
        design={designed}
        seq={design.known.seq}
        others={design.others}
        titleOf={titleOf}
        onOpen={goTo}
        onDone={published}
        onClose={endAsk}
      />
      <HistoryDrawer open={looking} known={served} onBack={rolledBack} onClose={endLook} />
    </div>
  );
}

function firstField({ entity }: Designed): OverlayAddress {
  const properties = entity.record.properties as unknown as Draft;
  const placed = sectionsOf(addressed(entity).draft).flatMap(({ value }) => fieldsOf(value));
  const first = placed[0] ?? Object.keys(properties)[0] ?? '';
  return ['record', 'properties', entryId(properties, first)];
}
