import { DownOutlined, RightOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useId, useMemo } from 'react';
import { CHOICE, choose, useChoice } from '../../api/choices.ts';
import { useEntityPage } from '../EntityContext.ts';
import type { ListController } from '../list/useListController.ts';
import { BlockGroup } from './BlockGroup.tsx';
import { useStatisticsText } from './text.ts';

/** The blocks that the metadata puts above a list, under its filters. */
export function ListStatistics({ list }: { list: ListController }) {
  const { page } = useEntityPage();
  const keys = page.metadata.entity.statistics?.pages?.[page.page.code];
  return keys === undefined ? null : <Foldable list={list} keys={keys} />;
}

/** Pages of which it is remembered that their blocks are open. */
const REMEMBERED = 60;

/** Blocks leave the height to the rows until they are asked for; open they stay so for this person. */
function Foldable({ list, keys }: { list: ListController; keys: readonly string[] }) {
  const { page, changes } = useEntityPage();
  const text = useStatisticsText();
  const body = useId();
  const open = useChoice(CHOICE.openFigures).split(',');
  const folded = !open.includes(page.page.code);
  const { filters, matches, keyword } = list.state;
  const narrowing = useMemo(() => ({ filters, matches, keyword }), [filters, matches, keyword]);
  const fold = (next: boolean): void => {
    const others = open.filter((code) => code !== '' && code !== page.page.code);
    choose(CHOICE.openFigures, (next ? others : [page.page.code, ...others]).slice(0, REMEMBERED).join(','));
  };
  return (
    <section className="anlan-list-statistics" aria-label={text('list.title')}>
      <Button
        type="text"
        size="small"
        icon={folded ? <RightOutlined /> : <DownOutlined />}
        aria-expanded={!folded}
        aria-controls={body}
        onClick={() => fold(!folded)}
      >
        {text(folded ? 'list.unfold' : 'list.fold')}
      </Button>
      <div id={body}>
        {!folded && <BlockGroup page={page} keys={keys} narrowing={narrowing} changes={changes + list.attempt} />}
      </div>
    </section>
  );
}
