import { CloseOutlined, SearchOutlined } from '@ant-design/icons';
import { Input } from 'antd';
import { type KeyboardEvent, type PointerEvent, useId, useMemo, useState } from 'react';
import { ToolButton } from '../../src/ui/ToolButton.tsx';
import { useDragging } from '../dragging/dragging.ts';
import type { Drop } from '../dragging/drop-geometry.ts';
import { useTypeName } from '../names/type-names.ts';
import { useWord } from '../names/words.ts';
import { FIELDS, SECTIONS } from '../outline/groups.ts';
import { isLike } from '../texts/like.ts';
import { beginnings, type NewKind } from './beginnings.ts';
import { usePaletteText } from './texts.ts';
import './palette.css';

interface Entry {
  readonly beginning: NewKind;
  readonly title: string;
  readonly code: string;
}

/** What a form may get: found by title, pinyin or code, taken by a press or Enter, or dragged to its place. */
export function AddPalette({
  onTake,
  onClose,
}: {
  /** `drop` where it was dragged somewhere. */
  onTake(beginning: NewKind, drop?: Drop): void;
  onClose(): void;
}) {
  const text = usePaletteText();
  const id = useId();
  const dragging = useDragging();
  const titleOf = useBeginningTitle();
  const [words, setWords] = useState('');
  const [at, setAt] = useState(0);
  const all = useMemo(
    () => beginnings().map((beginning): Entry => ({ beginning, title: titleOf(beginning), code: codeOf(beginning) })),
    [titleOf],
  );
  const found = all.filter(({ title, code }) => isLike(title, words) || isLike(code, words));
  const current = Math.min(at, found.length - 1);
  const keys = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (by !== 0) {
      event.preventDefault();
      const next = (current + by + found.length) % Math.max(1, found.length);
      setAt(next);
      document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter') {
      event.preventDefault();
      const entry = found[current];
      if (entry !== undefined) onTake(entry.beginning);
    } else if (event.key === 'Escape') {
      event.stopPropagation();
      onClose();
    }
  };
  const press = (event: PointerEvent, { beginning, title }: Entry) => {
    if (beginning.kind === 'columns' || beginning.kind === 'many') return;
    dragging.press(event.nativeEvent, {
      accepts: (beginning.kind === 'section' ? SECTIONS : FIELDS).join('/'),
      ids: [],
      title,
      drop: (drop) => onTake(beginning, drop),
    });
  };
  return (
    <section className="anlan-ds-palette" aria-label={text('title')}>
      <div className="anlan-ds-tools">
        <strong>{text('title')}</strong>
        <ToolButton size="small" type="text" label={text('close')} icon={<CloseOutlined />} onClick={onClose} />
      </div>
      <Input
        size="small"
        autoFocus
        allowClear
        prefix={<SearchOutlined />}
        role="combobox"
        aria-expanded
        aria-controls={`${id}-list`}
        aria-activedescendant={found.length === 0 ? undefined : `${id}-${current}`}
        aria-label={text('search')}
        placeholder={text('search')}
        value={words}
        onChange={(event) => {
          setWords(event.target.value);
          setAt(0);
        }}
        onKeyDown={keys}
      />
      <p className="anlan-ds-quiet">{found.length === 0 ? text('none') : text('keys')}</p>
      <div id={`${id}-list`} role="listbox" aria-label={text('title')}>
        {found.map((entry, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys are those of the search box, which keeps the focus.
          <div
            key={`${entry.code} ${entry.title}`}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === current}
            onClick={() => onTake(entry.beginning)}
            onPointerDown={(event) => press(event, entry)}
          >
            <span>{entry.title}</span>
            <code>{entry.code}</code>
          </div>
        ))}
      </div>
    </section>
  );
}

/** What something new is called. */
export function useBeginningTitle(): (beginning: NewKind) => string {
  const text = usePaletteText();
  const typeName = useTypeName();
  const word = useWord();
  return useMemo(
    () => (beginning: NewKind) => {
      if (beginning.kind === 'section') return text('entry.section');
      if (beginning.kind === 'many') return text('entry.many');
      if (beginning.kind === 'columns') return text('entry.columns', { count: beginning.count });
      return beginning.org === undefined
        ? typeName(beginning.type.type)
        : text('entry.chooses', { what: word(beginning.org) });
    },
    [text, typeName, word],
  );
}

function codeOf(beginning: NewKind): string {
  if (beginning.kind === 'field') return beginning.type.type;
  return beginning.kind === 'columns' ? `columns ${beginning.count}` : beginning.kind;
}
