import { PlusOutlined } from '@ant-design/icons';
import { Button, Tooltip } from 'antd';
import { type KeyboardEvent, memo, type PointerEvent, useEffect, useRef } from 'react';
import type { Entity } from '../../src/core/dialect/entity.generated.ts';
import type { OverlayAddress, OverlayEdit } from '../../src/core/overlay/overlay.ts';
import { useLasting } from '../../src/ui/useLasting.ts';
import { isSameThing } from '../arrange/moves.ts';
import { useArranging } from '../arrange/useArranging.ts';
import { type Picking, pickingOf } from '../arrange/useSelection.ts';
import { useDropZone } from '../dragging/dragging.ts';
import { useDesignerText } from '../texts/texts.ts';
import type { OutlineItem } from './groups.ts';
import { outlineGroups } from './outline-zone.ts';

/**
 * All parts of an entity in their order: dragged, or moved by Alt and arrows; Shift and arrows choose several, Delete
 * hides what is chosen.
 */
export const Outline = memo(function Outline({
  entity,
  chosen,
  selected,
  onPick,
  onAct,
  onAddField,
}: {
  entity: Entity;
  chosen: OverlayAddress;
  selected: readonly OverlayAddress[];
  onPick(at: OverlayAddress, how?: Picking): void;
  /** Says why it cannot be. */
  onAct(edits: readonly OverlayEdit[]): string | undefined;
  onAddField(): void;
}) {
  const text = useDesignerText();
  const nav = useRef<HTMLElement>(null);
  const arranging = useArranging(entity, selected, onAct);
  const { groups } = arranging;
  useDropZone(nav, outlineGroups);
  // What was moved into another section is another element there.
  const kept = useRef<string>(undefined);
  useEffect(() => {
    const id = kept.current;
    if (id === undefined || entity === undefined) return;
    kept.current = undefined;
    nav.current?.querySelector<HTMLElement>(`[data-item="${CSS.escape(id)}"]`)?.focus();
  }, [entity]);
  const isSelected = (at: OverlayAddress) => selected.some((other) => isSameThing(other, at));
  /** To the next item; with Shift it is chosen too. */
  const walk = (from: HTMLElement, item: OutlineItem, by: -1 | 1, extend: boolean) => {
    const all = [...(nav.current?.querySelectorAll<HTMLElement>('[data-item]') ?? [])];
    all[all.indexOf(from) + by]?.focus();
    const items = groups.flatMap((group) => group.items);
    const next = items[items.indexOf(item) + by];
    if (!extend || next === undefined) return;
    if (!isSelected(item.at)) onPick(item.at);
    onPick(next.at, 'range');
  };
  const keys = useLasting((event: KeyboardEvent<HTMLElement>, item: OutlineItem) => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (by === 0 && event.key !== 'Delete') return;
    event.preventDefault();
    if (by === 0) arranging.hide(item.at);
    else if (!event.altKey) walk(event.currentTarget, item, by, event.shiftKey);
    else if (arranging.step(item.at, by)) kept.current = item.id;
  });
  const press = useLasting((event: PointerEvent<HTMLElement>, { at, id }: OutlineItem) =>
    arranging.press(event.nativeEvent, at, () => {
      kept.current = id;
    }),
  );
  return (
    <nav ref={nav} className="anlan-part-list anlan-ds-outline" aria-label={text('part.outline')}>
      <div className="anlan-ds-tools">
        <Button size="small" icon={<PlusOutlined />} onClick={onAddField}>
          {text('add.field')}
        </Button>
        <Tooltip title={text('outline.keys')}>
          <Button size="small" type={isSameThing([], chosen) ? 'primary' : 'text'} onClick={() => onPick([])}>
            {text('outline.entity')}
          </Button>
        </Tooltip>
      </div>
      {groups.map(({ key, title, at, holder, items }) => (
        <section key={key} data-group={key} data-holder={holder.join('/')}>
          <h2>
            {at === undefined ? (
              title
            ) : (
              <button
                type="button"
                data-section-item={at.at(-1)}
                data-chosen={isSelected(at)}
                onClick={() => onPick(at)}
                onPointerDown={(event) => arranging.press(event.nativeEvent, at)}
              >
                {title}
              </button>
            )}
          </h2>
          <ul aria-label={title}>
            {items.map((item) => (
              <Item
                key={item.at.join('/')}
                item={item}
                isSelected={isSelected(item.at)}
                isCurrent={isSameThing(item.at, chosen)}
                onPick={onPick}
                onKeys={keys}
                onPress={press}
              />
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
});

/** A thing of the outline; drawn anew only when it is another, since a long form has more than a hundred. */
const Item = memo(function Item({
  item,
  isSelected,
  isCurrent,
  onPick,
  onKeys,
  onPress,
}: {
  item: OutlineItem;
  isSelected: boolean;
  isCurrent: boolean;
  onPick(at: OverlayAddress, how?: Picking): void;
  onKeys(event: KeyboardEvent<HTMLElement>, item: OutlineItem): void;
  onPress(event: PointerEvent<HTMLElement>, item: OutlineItem): void;
}) {
  return (
    <li>
      <button
        type="button"
        data-item={item.id}
        data-chosen={isSelected}
        data-hidden={item.hidden}
        aria-current={isCurrent}
        aria-pressed={isSelected}
        onClick={(event) => onPick(item.at, pickingOf(event))}
        onKeyDown={(event) => onKeys(event, item)}
        onPointerDown={(event) => onPress(event, item)}
      >
        {item.required ? <span aria-hidden className="anlan-ds-required" /> : null}
        {item.title}
      </button>
    </li>
  );
});
