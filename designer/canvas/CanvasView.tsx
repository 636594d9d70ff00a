import { PlusOutlined } from '@ant-design/icons';
import { Alert, Button, Space } from 'antd';
import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type PointerEvent,
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Entity } from '../../src/core/dialect/entity.generated.ts';
import { fieldsOf, sectionsOf } from '../../src/core/overlay/address.ts';
import { type Draft, entryId } from '../../src/core/overlay/draft.ts';
import type { OverlayAddress } from '../../src/core/overlay/overlay.ts';
import { askPage } from '../../src/runtime/actions/ask-page.ts';
import type { EntityPageModel } from '../../src/runtime/model/page-model.ts';
import { type PreviewMode, PreviewStage } from '../../src/runtime/preview/PreviewStage.tsx';
import { LoadingDelay } from '../../src/ui/LoadingDelay.tsx';
import { useLasting } from '../../src/ui/useLasting.ts';
import { isSameThing } from '../arrange/moves.ts';
import { useArranging } from '../arrange/useArranging.ts';
import { pickingOf } from '../arrange/useSelection.ts';
import { useClipboardText } from '../clipboard/texts.ts';
import { useClipboard } from '../clipboard/useClipboard.ts';
import { useDropZone } from '../dragging/dragging.ts';
import { SaveSample } from '../examples/SaveSample.tsx';
import { notePreviewed } from '../expression/previewed.ts';
import { FIELDS } from '../outline/groups.ts';
import { behindChosen } from '../palette/useAdding.tsx';
import type { ViewProps } from '../view-props.ts';
import { canvasGroups, thingOf } from './canvas-zone.ts';
import { LookBar } from './LookBar.tsx';
import { type CanvasLook, FIRST_LOOK, lookedValues, type Shown } from './look.ts';
import { MoveDialog } from './MoveDialog.tsx';
import { useCanvasText } from './texts.ts';
import { useSpoken } from './useSpoken.ts';
import './canvas.css';

const MODES: Readonly<Record<Shown, PreviewMode>> = {
  new: 'edit',
  edit: 'edit',
  step: 'edit',
  detail: 'read',
  list: 'list',
};

/** What a mouse is used for itself, so that it drags nothing there. */
const WRITTEN = 'input, textarea, button, a, canvas, [contenteditable], .ant-select, .ant-picker, .ant-slider';

/** The runtime's own form of what is designed; a press on a field chooses it, and it is moved where it stands. */
export const CanvasView = memo(function CanvasView({
  design,
  drafted: { page, stale },
  viewer,
  chosen,
  selected,
  onViewer,
  onChoose,
  onChooseAll,
  onAdd,
  onAct,
}: ViewProps) {
  const { entity } = design;
  const text = useCanvasText();
  const clipText = useClipboardText();
  const clipboard = useClipboard({
    design,
    selected,
    place: behindChosen(entity, chosen),
    onAct,
    onPasted: onChooseAll,
  });
  const place = useRef<HTMLDivElement>(null);
  const [look, setLook] = useState<CanvasLook>(FIRST_LOOK);
  const [moving, setMoving] = useState(false);
  const arranging = useArranging(entity, selected, onAct);
  useDropZone(place, (canvas, accepts) => canvasGroups(entity, canvas, accepts));
  const example = useMemo(() => lookedValues(entity, look), [entity, look]);
  const eager = useMemo(() => selected.map((at) => keyOf(entity, at)), [entity, selected]);
  // What can be chosen to look at may follow once the form is painted.
  const later = useDeferredValue(page);
  const spoken = useSpoken(page, design, look.language, viewer);
  const shownPage = useMemo(() => (spoken === undefined ? undefined : pageOf(spoken, look)), [spoken, look]);

  // The field that keeps the focus when a form was drawn anew.
  const kept = useRef<string>(undefined);
  const latest = useRef(selected);
  latest.current = selected;
  const scrolled = useRef('');
  const mark = useCallback(() => {
    const canvas = place.current;
    if (canvas === null) return;
    for (const field of canvas.querySelectorAll<HTMLElement>('[data-field]')) {
      const at = thingOf(entity, field);
      const isChosen = at !== undefined && latest.current.some((other) => isSameThing(other, at));
      if (isChosen !== (field.dataset.chosen === 'true')) field.toggleAttribute('data-chosen', false);
      if (isChosen) field.dataset.chosen = 'true';
    }
    const last = latest.current.at(-1)?.join('/') ?? '';
    if (scrolled.current !== last) {
      scrolled.current = last;
      const at = latest.current.at(-1);
      const field = [...canvas.querySelectorAll<HTMLElement>('[data-chosen="true"]')].find((element) => {
        const thing = thingOf(entity, element);
        return thing !== undefined && at !== undefined && isSameThing(thing, at);
      });
      field?.scrollIntoView({ block: 'nearest' });
    }
  }, [entity]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another choice is marked too.
  useEffect(mark, [mark, selected]);
  const drawn = useLasting(() => {
    mark();
    const key = kept.current;
    kept.current = undefined;
    if (key !== undefined)
      place.current?.querySelector<HTMLElement>(`[data-field="${CSS.escape(key)}"] ${FOCUSED}`)?.focus();
  });

  const pressed = useRef(false);
  const choose = (event: MouseEvent) => {
    const at = thingOf(entity, event.target as Element);
    if (at !== undefined) onChoose(at, pickingOf(event));
  };
  const focus = (event: FocusEvent) => {
    // A press chooses by itself, with the keys that are held.
    const at = pressed.current ? undefined : thingOf(entity, event.target);
    if (at !== undefined && !selected.some((other) => isSameThing(other, at))) onChoose(at);
  };
  const press = (event: PointerEvent) => {
    pressed.current = true;
    setTimeout(() => {
      pressed.current = false;
    });
    const element = event.target as Element;
    const at = thingOf(entity, element);
    const isWritten = event.pointerType !== 'touch' && element.closest(WRITTEN)?.matches(':disabled') === false;
    if (at !== undefined && !isWritten) arranging.press(event.nativeEvent, at);
  };
  const keys = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    const at = thingOf(entity, event.target as Element);
    if (!event.altKey || by === 0 || at === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const field = (event.target as Element).closest<HTMLElement>('[data-field]')?.dataset.field;
    if (arranging.step(at, by)) kept.current = field;
  };
  if (page === undefined) return <LoadingDelay loading rows={10} />;
  const movable = arranging.groups.some(
    ({ holder }) => selected[0] !== undefined && isSameThing(holder, selected[0].slice(0, -1)),
  );
  return (
    <>
      <LookBar page={later ?? page} look={look} viewer={viewer} onLook={setLook} onViewer={onViewer} />
      <Space wrap size={[8, 4]} className="anlan-ds-acts">
        <Button size="small" icon={<PlusOutlined />} onClick={onAdd}>
          {text('arrange.add')}
        </Button>
        <Button size="small" disabled={!movable} onClick={() => setMoving(true)}>
          {text('arrange.to')}
        </Button>
        <Button
          size="small"
          disabled={!movable}
          onClick={() => selected[0] !== undefined && arranging.hide(selected[0])}
        >
          {text('arrange.hide')}
        </Button>
        <Button size="small" disabled={!movable} onClick={clipboard.copy}>
          {clipText('copy')}
        </Button>
        <Button size="small" onClick={clipboard.paste}>
          {clipText('paste')}
        </Button>
        <SaveSample entity={entity} onAct={onAct} />
      </Space>
      {stale ? <Alert type="warning" showIcon title={text('look.stale')} /> : null}
      <div
        ref={place}
        className="anlan-ds-canvas"
        data-width={look.width}
        lang={look.language}
        onClickCapture={choose}
        onFocusCapture={focus}
        onPointerDown={press}
        onKeyDownCapture={keys}
      >
        {shownPage === undefined ? (
          <p className="anlan-ds-quiet">{text('look.step.none', { title: stepTitle(page, look) })}</p>
        ) : (
          <PreviewStage
            page={shownPage}
            subject={`${entity.entity}/${look.data}/${look.record?.id ?? ''}/${look.shown}/${look.step ?? ''}`}
            mode={MODES[look.shown]}
            phone={look.width === 'phone'}
            viewer={viewer}
            example={example}
            stored={look.shown !== 'new'}
            readOnly={look.data === 'record'}
            results={false}
            lazy
            eager={eager}
            onDrawn={drawn}
            onForm={notePreviewed}
          />
        )}
        {look.shown === 'new' || look.shown === 'edit' ? <EmptySections entity={entity} /> : null}
      </div>
      <MoveDialog
        open={moving}
        groups={arranging.groups}
        things={selected[0] === undefined ? [] : arranging.together(selected[0])}
        onAct={onAct}
        onClose={() => setMoving(false)}
      />
    </>
  );
});

/** Key of a field at an address; '' for what is none. */
function keyOf({ record }: Entity, at: OverlayAddress): string {
  const properties = record.properties as unknown as Draft;
  return Object.keys(properties).find((key) => isSameThing([...FIELDS, entryId(properties, key)], at)) ?? '';
}

/** What of a field can hold the focus. */
const FOCUSED = ':is(input, textarea, button, [tabindex]):not([tabindex="-1"])';

/** The page that is shown: of a step its form; undefined where it asks for nothing. */
function pageOf(page: EntityPageModel, look: CanvasLook): EntityPageModel | undefined {
  if (look.shown !== 'step') return page;
  const step = Object.hasOwn(page.model.transitions, look.step ?? '')
    ? page.model.transitions[look.step ?? '']
    : undefined;
  return step === undefined || step.fields.length === 0 ? undefined : askPage(page, { ...step, asks: step.fields });
}

function stepTitle({ model }: EntityPageModel, { step = '' }: CanvasLook): string {
  return (Object.hasOwn(model.transitions, step) ? model.transitions[step]?.title : undefined) ?? step;
}

/** Sections without fields, which no form draws, as places to drop into. */
function EmptySections({ entity }: { entity: ViewProps['design']['entity'] }) {
  const text = useCanvasText();
  const sections = sectionsOf(entity as unknown as Draft).filter(
    ({ value }) => fieldsOf(value).length === 0 && value.hidden !== true,
  );
  const map = (entity.form?.sections ?? {}) as unknown as Draft;
  return sections.map(({ id, value }) => (
    <div key={id} className="anlan-ds-empty" data-section={Object.keys(map).find((key) => entryId(map, key) === id)}>
      {text('arrange.empty', { title: String(value.title ?? id) })}
    </div>
  ));
}
