import { PlusOutlined, SettingOutlined } from '@ant-design/icons';
import { Button, Select, Space } from 'antd';
import { memo, useMemo, useState } from 'react';
import { entityPlace } from '../../src/core/dialect/walk/place.ts';
import { listsRecords } from '../../src/core/model/page-kind.ts';
import { mergeOverlay } from '../../src/core/overlay/merge-overlay.ts';
import type { OverlayAddress } from '../../src/core/overlay/overlay.ts';
import { LoadingDelay } from '../../src/ui/LoadingDelay.tsx';
import { Entries } from '../marks/Entries.tsx';
import { LockMark } from '../marks/LockMark.tsx';
import { soundKey } from '../names/sound-key.ts';
import type { ViewProps } from '../view-props.ts';
import { Cost } from './Cost.tsx';
import { ListHead } from './ListHead.tsx';
import { usePagesText } from './texts.ts';
import './pages.css';

/** Lists of a page that are edited beside its heads: all that the dialect has but the columns themselves. */
const LISTS_OF_PAGE = listsBelow(['pages', '']).filter((keyword) => keyword !== 'columns');

/** The pages of an entity: their lists with real heads, and what is searched, sorted, offered and counted in them. */
export const PagesView = memo(function PagesView({ design, drafted, chosen, onChoose, onOpen, onAct }: ViewProps) {
  const text = usePagesText();
  const { entity, base } = design;
  const pages = entity.pages ?? {};
  const codes = Object.keys(pages);
  const [wished, setCode] = useState<string>();
  const asked = chosen[0] === 'pages' && chosen[1] !== undefined && codes.includes(chosen[1]) ? chosen[1] : wished;
  const code = asked !== undefined && codes.includes(asked) ? asked : codes[0];
  const serving = useMemo(() => mergeOverlay(base.entity, base.edits).entity, [base]);
  const add = () => {
    const key = soundKey('', `${entity.entity}Page`, (other) => codes.includes(other));
    const at = ['pages', key];
    const value = { title: text('page.new'), actions: ['view'] };
    if (onAct([{ edit: 'add', at, after: codes.at(-1) ?? null, value }]) === undefined) onOpen(at);
  };
  const { page } = drafted;
  const kind = code === undefined ? undefined : page?.model.pages[code]?.kind;
  return (
    <div className="anlan-ds-pages">
      <Space wrap>
        {code === undefined ? null : (
          <>
            <Select
              aria-label={text('page')}
              className="anlan-ds-pages-page"
              value={code}
              options={codes.map((value) => ({
                value,
                label: `${pages[value]?.title ?? value}${pages[value]?.hidden === true ? `（${text('hidden')}）` : ''}`,
              }))}
              onChange={(next) => {
                setCode(next);
                onChoose(['pages', next]);
              }}
            />
            <Button icon={<SettingOutlined />} onClick={() => onOpen(['pages', code])}>
              {text('page.open')}
            </Button>
            <LockMark design={design} at={['pages', code]} />
          </>
        )}
        <Button icon={<PlusOutlined />} onClick={add}>
          {text('page.add')}
        </Button>
      </Space>
      {code === undefined ? <p className="anlan-ds-quiet">{text('none')}</p> : null}
      {code === undefined ? null : page === undefined ? (
        <LoadingDelay loading rows={6} />
      ) : (
        <>
          {kind !== undefined && listsRecords(kind) ? (
            <>
              <ListHead design={design} page={page} code={code} chosen={chosen} onChoose={onChoose} onAct={onAct} />
              <Cost entity={entity} serving={serving} page={page} code={code} />
            </>
          ) : (
            <p className="anlan-ds-quiet">{text('kind')}</p>
          )}
          <div className="anlan-ds-flow-more">
            {LISTS_OF_PAGE.map((keyword) => (
              <Entries key={keyword} design={design} at={['pages', code, keyword]} onChoose={onOpen} onAct={onAct} />
            ))}
          </div>
        </>
      )}
      <h3>{text('statistics')}</h3>
      <div className="anlan-ds-flow-more">
        {listsBelow(['statistics']).map((keyword) => (
          <Entries key={keyword} design={design} at={['statistics', keyword]} onChoose={onOpen} onAct={onAct} />
        ))}
      </div>
    </div>
  );
});

/** Keywords of a thing that hold entries, as the dialect has them. */
function listsBelow(at: OverlayAddress): readonly string[] {
  let place = entityPlace();
  for (const step of at) place = place.properties.get(step) ?? place.entries ?? place;
  return [...place.properties].flatMap(([keyword, below]) => {
    const forms = below.branches.length > 0 ? below.branches : [below];
    const holds = forms.some(({ items, entries }) => items !== undefined || entries !== undefined);
    return holds && below.marks.shipped !== true && below.marks.authored !== true ? [keyword] : [];
  });
}
