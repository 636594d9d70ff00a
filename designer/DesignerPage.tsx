import { PlusOutlined, SwapOutlined } from '@ant-design/icons';
import { App, Button, Space } from 'antd';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useSession } from '../src/api/session.ts';
import { useLoaded } from '../src/field-types/use-loaded.ts';
import { EmptyState } from '../src/ui/EmptyState.tsx';
import { ErrorState } from '../src/ui/ErrorState.tsx';
import { LoadingDelay } from '../src/ui/LoadingDelay.tsx';
import { PageContainer } from '../src/ui/PageContainer.tsx';
import { PageHeader } from '../src/ui/PageHeader.tsx';
import { BundlePage } from './bundle/BundlePage.tsx';
import { useBundleText } from './bundle/texts.ts';
import { DragArea } from './dragging/DragArea.tsx';
import { EntityChooser } from './EntityChooser.tsx';
import { GroupNamesProvider } from './names/GroupNames.tsx';
import { NewEntityPage } from './new/NewEntityPage.tsx';
import { fetchSubjects } from './session/design-calls.ts';
import { stepQueue } from './session/step-queue.ts';
import { useDesign } from './session/useDesign.ts';
import { useDesignerText } from './texts/texts.ts';
import { Workbench } from './Workbench.tsx';
import './designer.css';

/** Where administrators change forms, lists and flows: `/design?entity=peril`, or `?page=` with the code of a page. */
export function DesignerPage() {
  const text = useDesignerText();
  const bundle = useBundleText();
  const [search, setSearch] = useSearchParams();
  const designs = useSession((state) => state.userInfo?.designs ?? null);
  const may = designs !== null;
  // What was done before the browser was closed is sent, whichever entity it was about.
  useEffect(() => {
    if (may) stepQueue().resume();
  }, [may]);
  const { data, error, loading, retry } = useLoaded(may ? 'subjects' : undefined, () => fetchSubjects());
  if (!may) return <EmptyState reason="forbidden" title={text('title')} />;
  if (error !== undefined) return <ErrorState message={error} onRetry={retry} />;
  // What was just made is not among those that were read before.
  const isAwaited = search.has('entity') && loading;
  if (data === undefined || isAwaited) {
    return (
      <PageContainer>
        <LoadingDelay loading rows={8} />
      </PageContainer>
    );
  }
  const page = search.get('page');
  const entity = search.get('entity') ?? data.find(({ pages }) => pages.some(({ code }) => code === page))?.entity;
  const subject = data.find((each) => each.entity === entity);
  if (search.has('new') && designs !== 'rights') {
    return (
      <GroupNamesProvider>
        <NewEntityPage
          subjects={data}
          onLeave={() => setSearch({})}
          onMade={(made) => {
            retry();
            setSearch({ entity: made });
          }}
        />
      </GroupNamesProvider>
    );
  }
  if (search.has('bundle')) return <BundlePage onLeave={() => setSearch({})} onTaken={retry} />;
  if (subject === undefined) {
    return (
      <PageContainer>
        <PageHeader
          title={text('title')}
          purpose={text('purpose')}
          actions={
            designs === 'rights' ? undefined : (
              <Space wrap>
                <Button icon={<SwapOutlined />} onClick={() => setSearch({ bundle: '1' })}>
                  {bundle('title')}
                </Button>
                <Button type="primary" icon={<PlusOutlined />} onClick={() => setSearch({ new: '1' })}>
                  {text('new')}
                </Button>
              </Space>
            )
          }
        />
        <EntityChooser subjects={data} onChoose={(chosen) => setSearch({ entity: chosen })} />
      </PageContainer>
    );
  }
  return (
    <Designed
      key={subject.entity}
      entity={subject.entity}
      titles={new Map(data.map((each) => [each.entity, each.title]))}
      onLeave={() => {
        // What was made, taken away or met by an upgrade meanwhile is told there.
        retry();
        setSearch({});
      }}
    />
  );
}

function Designed({
  entity,
  titles,
  onLeave,
}: {
  entity: string;
  titles: ReadonlyMap<string, string>;
  onLeave(): void;
}) {
  const { message } = App.useApp();
  const { design, failure, retry } = useDesign(entity, titles, (reason) => void message.warning(reason), onLeave);
  if (design !== undefined) {
    return (
      <GroupNamesProvider>
        <DragArea>
          <Workbench design={design} onLeave={onLeave} />
        </DragArea>
      </GroupNamesProvider>
    );
  }
  if (failure !== undefined) return <ErrorState message={failure} onRetry={retry} />;
  return (
    <PageContainer>
      <LoadingDelay loading rows={10} />
    </PageContainer>
  );
}
