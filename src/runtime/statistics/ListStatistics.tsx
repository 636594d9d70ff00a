import { DownOutlined, RightOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useId, useMemo, useState } from 'react';
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

/** Blocks leave the height to the rows until they are asked for; open they stay so for this person in this browser. */
function Foldable({ list, keys }: { list: ListController; keys: readonly string[] }) {
  const { page, me, changes } = useEntityPage();
  const text = useStatisticsText();
  const body = useId();
  const place = `anlan-statistics/${me.userId ?? ''}/${page.page.code}`;
  const [kept, setKept] = useState(() => readKept(place));
  const folded = kept ?? true;
  const { filters, matches, keyword } = list.state;
  const narrowing = useMemo(() => ({ filters, matches, keyword }), [filters, matches, keyword]);
  const fold = (next: boolean): void => {
    setKept(next);
    keep(place, next);
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

function readKept(place: string): boolean | undefined {
  try {
    const kept = localStorage.getItem(place);
    return kept === null ? undefined : kept === 'folded';
  } catch {
    return undefined;
  }
}

function keep(place: string, folded: boolean): void {
  try {
    localStorage.setItem(place, folded ? 'folded' : 'open');
  } catch {
    // A browser that keeps nothing has them folded again next time.
  }
}
