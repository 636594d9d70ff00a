import { FullscreenExitOutlined, FullscreenOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LoadingDelay } from '../../ui/LoadingDelay.tsx';
import { PageContainer } from '../../ui/PageContainer.tsx';
import { PrintButton } from '../../ui/PrintButton.tsx';
import { useIsPhone } from '../../ui/useIsPhone.ts';
import { useEntityPage } from '../EntityContext.ts';
import { FilterBar, FilterChips } from '../list/FilterBar.tsx';
import { NoRecords } from '../list/NoRecords.tsx';
import { RecordsFoot, RecordsHead } from '../list/RecordsHead.tsx';
import { useSpreadsheet } from '../spreadsheet/useSpreadsheet.tsx';
import { runtimeText } from '../text.ts';
import { useViewText } from './text.ts';
import type { ViewController } from './useView.ts';
import type { Wall } from './useWall.ts';
import '../list/list.css';
import './view.css';

interface ViewFrameProps<Answer> {
  readonly view: ViewController<Answer>;
  /** What stands above the records: where one is in time, a note. Default nothing. */
  readonly tools?: ReactNode;
  /** Whether it is printed as it stands. Default false. */
  readonly paper?: boolean;
  /** What stands behind the title. Default nothing. */
  readonly tags?: ReactNode;
  /** Its wall mode; undefined for none. */
  readonly wall?: Wall | undefined;
  /** Whether an answer has nothing to show, so that it is said why. */
  readonly isEmpty: (answer: Answer) => boolean;
  readonly children: (answer: Answer) => ReactNode;
}

/**
 * A page of a kind with a view of its own: title, search, filters and buttons as on the list, and below them what the kind
 * draws, or why there is nothing.
 */
export function ViewFrame<Answer>({
  view,
  tools,
  paper = false,
  tags,
  wall,
  isEmpty,
  children,
}: ViewFrameProps<Answer>) {
  const { page } = useEntityPage();
  const phone = useIsPhone();
  const text = useViewText();
  const { list } = view;
  const sheet = useSpreadsheet(
    list,
    page.columns.map(({ key }) => key),
  );
  const bare = wall?.on === true;
  const drawn = (
    <>
      <RecordsHead
        list={list}
        loading={view.loading}
        onRefresh={view.refresh}
        sheet={sheet}
        tags={tags}
        bare={bare}
        tools={wall !== undefined && !phone && <WallButton wall={wall} />}
      />
      <PageContainer>
        {!phone && !bare && <FilterBar list={list} />}
        {!bare && <FilterChips list={list} />}
        {!bare && (tools !== undefined || paper) && (
          <div className="anlan-view-tools">
            {tools}
            {paper && <PrintButton />}
          </div>
        )}
        {view.stale && (
          <div className="anlan-fresh" role="status">
            {text('stale')}
            <Button type="link" size="small" onClick={view.refresh}>
              {text('stale.show')}
            </Button>
          </div>
        )}
        <Body view={view} isEmpty={isEmpty}>
          {children}
        </Body>
      </PageContainer>
      {!bare && <RecordsFoot sheet={sheet} />}
    </>
  );
  return wall === undefined ? drawn : <div className={bare ? 'anlan-wall' : undefined}>{drawn}</div>;
}

/** Goes to the wall mode, and leaves it. */
function WallButton({ wall: { on, show } }: { readonly wall: Wall }) {
  const text = useViewText();
  const title = text(on ? 'unwall' : 'wall');
  return (
    <Button
      type="text"
      icon={on ? <FullscreenExitOutlined /> : <FullscreenOutlined />}
      aria-label={title}
      title={title}
      onClick={() => show(!on)}
    />
  );
}

/** What the kind draws, or why it cannot; what was read before stays beside a failure. */
function Body<Answer>({ view, isEmpty, children }: Pick<ViewFrameProps<Answer>, 'view' | 'isEmpty' | 'children'>) {
  const { answer, error, forbidden } = view;
  if (forbidden !== undefined) return <EmptyState reason="forbidden" title={forbidden} />;
  const failure = error !== undefined && (
    <ErrorState title={runtimeText('list.failed')} message={error} onRetry={view.refresh} />
  );
  if (answer === undefined) return failure || <LoadingDelay loading rows={8} />;
  return (
    <>
      {failure}
      <div aria-busy={view.loading}>{isEmpty(answer) ? <NoRecords list={view.list} /> : children(answer)}</div>
    </>
  );
}
