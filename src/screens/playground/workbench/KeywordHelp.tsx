import { Input } from 'antd';
import { useState } from 'react';
import { listed } from '../../../core/text/punctuate.ts';
import { RightDrawer } from '../../../ui/RightDrawer.tsx';
import { functionReference } from './expression-help.ts';
import { searchKeywords } from './keywords.ts';
import { usePlaygroundText } from './texts.ts';

/** The keywords of the dialect with their descriptions from the meta-schema. */
export function KeywordHelp({ open, onClose }: { open: boolean; onClose: () => void }) {
  const text = usePlaygroundText();
  const [wanted, setWanted] = useState('');
  if (!open) return null;
  const groups = searchKeywords(wanted, [{ title: text('group.functions'), keywords: functionReference }]);
  return (
    <RightDrawer open title={text('editor.help')} width={560} onClose={onClose}>
      <Input
        allowClear
        placeholder={text('keyword.search')}
        aria-label={text('keyword.search')}
        value={wanted}
        onChange={(event) => setWanted(event.target.value)}
      />
      {groups.length === 0 && <p className="anlan-pg-quiet">{text('keyword.none')}</p>}
      {groups.map((group) => (
        <section key={group.title} className="anlan-pg-keywords">
          <h2>{group.title}</h2>
          <dl>
            {group.keywords.map(({ name, description, values }) => (
              <div key={name}>
                <dt>
                  <code>{name}</code>
                </dt>
                <dd>
                  {description}
                  {values.length > 0 && (
                    <p className="anlan-pg-quiet">{text('keyword.values', { values: listed(values) })}</p>
                  )}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </RightDrawer>
  );
}
