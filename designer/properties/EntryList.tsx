import { ArrowDownOutlined, ArrowUpOutlined, CloseOutlined, PlusOutlined } from '@ant-design/icons';
import { AutoComplete, Button, Input, Space } from 'antd';
import { useState } from 'react';
import type { Entity } from '../../src/core/dialect/entity.generated.ts';
import { formOf, type Place } from '../../src/core/dialect/walk/place.ts';
import { addressed, locate, namesWithin } from '../../src/core/overlay/address.ts';
import { isDraft } from '../../src/core/overlay/draft.ts';
import type { OverlayAddress, OverlayEdit } from '../../src/core/overlay/overlay.ts';
import { ToolButton } from '../../src/ui/ToolButton.tsx';
import { useDesignerText } from '../texts/texts.ts';
import { shortText } from './captioned.ts';
import { leastValue } from './least-value.ts';
import { namesOf } from './names.ts';

/** The entries of a map or list: opened, moved, taken away and added one by one. */
export function EntryList({
  at,
  place,
  entity,
  disabled,
  onOpen,
  onAct,
}: {
  at: OverlayAddress;
  place: Place;
  entity: Entity;
  disabled: boolean;
  onOpen(at: OverlayAddress): void;
  onAct(edits: readonly OverlayEdit[]): void;
}) {
  const text = useDesignerText();
  const here = addressed(entity);
  const held = locate(here, at)?.value;
  const container = isDraft(held) || Array.isArray(held) ? held : undefined;
  const names =
    container === undefined
      ? []
      : namesWithin(here, { place: formOf(place, container), value: container, key: undefined });
  const move = (index: number, by: -1 | 1) => {
    const rest = names.filter((_, other) => other !== index);
    const after = rest[index + by - 1] ?? null;
    onAct([{ edit: 'move', at: [...at, names[index] ?? ''], after }]);
  };
  return (
    <div className="anlan-ds-entries">
      {names.length === 0 ? <span className="anlan-ds-quiet">{text('entry.none')}</span> : null}
      <ul>
        {names.map((name, index) => {
          const value = locate(here, [...at, name])?.value;
          const shown = entryText(entity, place, name, value);
          return (
            <li key={name}>
              <Button
                type="text"
                size="small"
                className="anlan-ds-entry"
                aria-label={text('entry.open', { name: shown })}
                onClick={() => onOpen([...at, name])}
              >
                {shown}
              </Button>
              <ToolButton
                size="small"
                type="text"
                label={text('property.up')}
                icon={<ArrowUpOutlined />}
                disabled={disabled || index === 0}
                onClick={() => move(index, -1)}
              />
              <ToolButton
                size="small"
                type="text"
                label={text('property.down')}
                icon={<ArrowDownOutlined />}
                disabled={disabled || index === names.length - 1}
                onClick={() => move(index, 1)}
              />
              <ToolButton
                size="small"
                type="text"
                label={text('property.take')}
                icon={<CloseOutlined />}
                disabled={disabled}
                onClick={() => onAct([{ edit: 'hide', at: [...at, name] }])}
              />
            </li>
          );
        })}
      </ul>
      {disabled ? null : <Adding at={at} place={place} entity={entity} last={names.at(-1) ?? null} onAct={onAct} />}
    </div>
  );
}

/** What an entry is called: by what its key or it itself names, else by what it says. */
function entryText(entity: Entity, place: Place, name: string, value: unknown): string {
  if (place.keys?.marks.names !== undefined) {
    const said = shortText(value);
    const called = labelOf(entity, place, name);
    return said === '' || said === '{}' ? called : `${called}：${said}`;
  }
  const told = shortText(value) || name;
  return told === name || typeof value === 'string' ? labelOf(entity, place, told) : told;
}

function labelOf(entity: Entity, place: Place, name: string): string {
  const kind = nameKind(place);
  const bare = name.replace(/^-/, '');
  const found = kind === undefined ? undefined : namesOf(entity, kind, place).find(({ value }) => value === bare);
  return found === undefined ? name : `${name.startsWith('-') ? '↓' : ''}${found.label}`;
}

/** What entries of a list, or keys of a map, are the names of; undefined where they are none. */
function nameKind({ items, keys }: Place): string | undefined {
  const forms = items === undefined ? [] : items.branches.length > 0 ? items.branches : [items];
  return forms.find(({ marks }) => marks.names !== undefined)?.marks.names ?? keys?.marks.names;
}

function Adding({
  at,
  place,
  entity,
  last,
  onAct,
}: {
  at: OverlayAddress;
  place: Place;
  entity: Entity;
  last: string | null;
  onAct(edits: readonly OverlayEdit[]): void;
}) {
  const text = useDesignerText();
  const [name, setName] = useState('');
  const kind = nameKind(place);
  const isList = place.items !== undefined;
  const isNamed = !isList || kind !== undefined;
  const add = (chosen: string) => {
    const key = isNamed ? chosen.trim() : `own${Date.now().toString(36)}`;
    if (key === '') return;
    const below = isList ? place.items : place.entries;
    const value = isList && kind !== undefined ? key : leastValue(below, text('add.title'));
    onAct([{ edit: 'add', at: [...at, key], after: last, value }]);
    setName('');
  };
  return (
    <Space.Compact className="anlan-ds-adding">
      {isNamed ? (
        kind === undefined ? (
          <Input
            size="small"
            aria-label={text('entry.key')}
            placeholder={text('entry.key')}
            value={name}
            onChange={(event) => setName(event.target.value)}
            onPressEnter={() => add(name)}
          />
        ) : (
          <AutoComplete
            size="small"
            aria-label={text('entry.choose')}
            placeholder={text('entry.choose')}
            value={name}
            options={[...namesOf(entity, kind, place)]}
            showSearch={{ filterOption: (input, option) => `${option?.value}${option?.label}`.includes(input) }}
            onChange={(next) => setName(next ?? '')}
            onSelect={(next: string) => add(next)}
          />
        )
      ) : null}
      <Button size="small" icon={<PlusOutlined />} onClick={() => add(name)}>
        {text('entry.add')}
      </Button>
    </Space.Compact>
  );
}
