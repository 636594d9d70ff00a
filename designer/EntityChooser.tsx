import { SearchOutlined } from '@ant-design/icons';
import { Input, Tag } from 'antd';
import { useState } from 'react';
import type { DesignSubject } from '../src/core/wire/design.ts';
import { StatusTag } from '../src/ui/StatusTag.tsx';
import { usePublishText } from './publish/texts.ts';
import { isLike } from './texts/like.ts';
import { useDesignerText } from './texts/texts.ts';

/** Entities that may be designed, found by title, page or pinyin. */
export function EntityChooser({
  subjects,
  onChoose,
}: {
  subjects: readonly DesignSubject[];
  onChoose(entity: string): void;
}) {
  const text = useDesignerText();
  const publishing = usePublishText();
  const [words, setWords] = useState('');
  const found = subjects.filter(({ title, entity, pages }) =>
    [title, entity, ...pages.map((page) => page.title)].some((name) => isLike(name, words.trim())),
  );
  return (
    <div className="anlan-ds-chooser">
      <Input
        type="search"
        allowClear
        prefix={<SearchOutlined />}
        autoFocus
        aria-label={text('choose.search')}
        placeholder={text('choose.search')}
        value={words}
        onChange={(event) => setWords(event.target.value)}
      />
      {found.length === 0 ? <p className="anlan-ds-quiet">{text('choose.none')}</p> : null}
      <ul>
        {found.map(({ entity, title, own, leaving, pages, open }) => (
          <li key={entity}>
            <button type="button" aria-label={text('choose.open', { title })} onClick={() => onChoose(entity)}>
              <strong>
                {title}
                {own === undefined ? null : (
                  <Tag color={own === 'served' ? 'blue' : 'orange'}>
                    {text(own === 'served' ? 'own' : 'own.drafted')}
                  </Tag>
                )}
              </strong>
              {leaving ? <StatusTag text={publishing('leaving')} /> : null}
              {open === undefined ? null : <StatusTag text={publishing('upgrade.open', { count: open })} />}
              <span className="anlan-ds-quiet">{pages.map((page) => page.title).join('、')}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
