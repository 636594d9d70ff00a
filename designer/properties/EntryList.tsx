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
import { type Addition, ownName, useAdditions } from './additions.ts';
import { useEntryText } from './entry-text.ts';
import { leastValue } from './least-value.ts';

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
  const entryText = useEntryText();
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
  const additions = useAdditions(entity, place);
  const isList = place.items !== undefined;
  const isChosen = additions.length > 0;
  const isNamed = !isList || isChosen;
  const put = ({ key, value }: Pick<Addition, 'key' | 'value'>) => {
    onAct([{ edit: 'add', at: [...at, key], after: last, value }]);
    setName('');
  };
  const add = (chosen: string) => {
    const typed = chosen.trim();
    const known = additions.find(({ label, key }) => label === typed || key === typed);
    if (known !== undefined) put(known);
    else if (!isNamed) put({ key: ownName(), value: leastValue(place.items, text('add.title')) });
    else if (typed !== '') put({ key: typed, value: isList ? typed : leastValue(place.entries, text('add.title')) });
  };
  return (
    <Space.Compact className="anlan-ds-adding">
      {isChosen ? (
        <AutoComplete
          size="small"
          aria-label={text('entry.choose')}
          placeholder={text('entry.choose')}
          value={name}
          options={additions.map(({ label, key }) => ({ value: label, key }))}
          showSearch={{ filterOption: (input, option) => String(option?.value).includes(input) }}
          onChange={(next) => setName(next ?? '')}
          onSelect={add}
        />
      ) : isNamed ? (
        <Input
          size="small"
          aria-label={text('entry.key')}
          placeholder={text('entry.key')}
          value={name}
          onChange={(event) => setName(event.target.value)}
          onPressEnter={() => add(name)}
        />
      ) : null}
      <Button size="small" icon={<PlusOutlined />} onClick={() => add(name)}>
        {text('entry.add')}
      </Button>
    </Space.Compact>
  );
}
