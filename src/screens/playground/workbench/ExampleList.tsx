import { SearchOutlined } from '@ant-design/icons';
import { Input } from 'antd';
import { useState } from 'react';
import { type PlaygroundExample, searchExamples } from '../../../runtime/preview/shipped-examples.ts';
import { usePlaygroundText } from './texts.ts';

interface ExampleListProps {
  /** Name of the open one; undefined for a text that came with a link. */
  readonly current: string | undefined;
  readonly onOpen: (example: PlaygroundExample) => void;
}

/** The shipped examples by group, narrowed by a search that looks into their JSON too. */
export function ExampleList({ current, onOpen }: ExampleListProps) {
  const text = usePlaygroundText();
  const [keyword, setKeyword] = useState('');
  const groups = searchExamples(keyword);
  return (
    <nav className="anlan-part-list anlan-pg-list" aria-label={text('part.examples')}>
      <Input
        allowClear
        prefix={<SearchOutlined />}
        placeholder={text('examples.placeholder')}
        aria-label={text('examples.search')}
        value={keyword}
        onChange={(event) => setKeyword(event.target.value)}
      />
      {groups.length === 0 && <p className="anlan-pg-quiet">{text('examples.none')}</p>}
      {groups.map((group) => (
        <section key={group.title} aria-label={group.title}>
          <h2>{group.title}</h2>
          <ul>
            {group.examples.map((example) => (
              <li key={example.name}>
                <button
                  type="button"
                  data-example={example.name}
                  aria-current={example.name === current ? 'true' : undefined}
                  title={example.description}
                  onClick={() => onOpen(example)}
                >
                  {example.title}
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}
