import { Segmented } from 'antd';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { withAside } from '../../../core/text/punctuate.ts';
import { FormPreview } from '../../../runtime/preview/FormPreview.tsx';
import { exampleOf, firstExample, type PlaygroundExample } from '../../../runtime/preview/shipped-examples.ts';
import { LoadingDelay } from '../../../ui/LoadingDelay.tsx';
import { PageContainer } from '../../../ui/PageContainer.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { ToolPart, ToolParts } from '../../../ui/ToolParts.tsx';
import { useMediaQuery } from '../../../ui/useMediaQuery.ts';
import { ForbiddenPage } from '../../exception/forbidden/ForbiddenPage.tsx';
import { EditorPanel } from './EditorPanel.tsx';
import { ExampleList } from './ExampleList.tsx';
import { exampleHash, readHash } from './share-link.ts';
import { usePlaygroundText } from './texts.ts';
import { useDraft } from './useDraft.ts';
import './playground.css';

type PartName = 'examples' | 'form' | 'json';

/** What is open: a shipped example, or a text that came with a link. */
interface Opened {
  readonly example: PlaygroundExample | undefined;
  readonly text: string;
}

/** Where implementers try the dialect: examples at the left, the running form in the middle, its JSON at the right. */
export function PlaygroundPage() {
  const text = usePlaygroundText();
  const { opened, open } = useOpened();
  const [value, setValue] = useState(opened.text);
  const [role, setRole] = useState<string>();
  const [part, setPart] = useState<PartName>('form');
  const [seen, setSeen] = useState(opened);
  const narrow = useMediaQuery('(max-width: 991px)');
  const shown = narrow ? part : undefined;
  if (seen !== opened) {
    setSeen(opened);
    setValue(opened.text);
    setRole(undefined);
  }
  const roles = useMemo(() => (role === undefined ? null : [role]), [role]);
  const draft = useDraft(value, opened.text, roles);
  if (draft.allowed === false) return <ForbiddenPage />;
  if (draft.allowed === undefined) {
    return (
      <PageContainer>
        <LoadingDelay loading rows={8} />
      </PageContainer>
    );
  }
  const subject = opened.example?.name ?? 'link';
  const errors = draft.findings.filter(({ severity }) => severity === 'error').length;
  return (
    <div className="anlan-pg">
      <PageHeader title={text('title')} purpose={text('purpose')} />
      {narrow && (
        <Segmented<PartName>
          block
          aria-label={text('part.label')}
          value={part}
          onChange={setPart}
          options={[
            { value: 'examples', label: text('part.examples') },
            { value: 'form', label: text('part.form') },
            { value: 'json', label: errors > 0 ? withAside(text('part.json'), String(errors)) : text('part.json') },
          ]}
        />
      )}
      {/* All parts stay mounted: what was typed in one is there when it is shown again. */}
      <ToolParts className="anlan-pg-parts">
        <ToolPart name="examples" shown={shown}>
          <ExampleList
            current={opened.example?.name}
            onOpen={(example) => {
              open(example);
              setPart('form');
            }}
          />
        </ToolPart>
        <ToolPart name="form" shown={shown}>
          <h2 className="anlan-pg-title">{opened.example?.title ?? text('examples.own')}</h2>
          {opened.example !== undefined && <p className="anlan-pg-quiet">{opened.example.description}</p>}
          {draft.page !== undefined && (
            <FormPreview page={draft.page} subject={subject} stale={draft.stale} viewer={role} onViewer={setRole} />
          )}
        </ToolPart>
        <ToolPart name="json" shown={shown}>
          <EditorPanel text={value} draft={draft} shipped={opened.example} opened={opened.text} onChange={setValue} />
        </ToolPart>
      </ToolParts>
    </div>
  );
}

/** What the address names; the first example where it names nothing. */
function useOpened(): { readonly opened: Opened; readonly open: (example: PlaygroundExample) => void } {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const [opened, setOpened] = useState<Opened>(() => {
    const named = exampleOf(decodeURIComponent(/^#example=(.+)$/.exec(hash)?.[1] ?? ''));
    const example = named ?? firstExample();
    return { example, text: example.text };
  });
  useEffect(() => {
    let alive = true;
    void readHash(hash).then((shared) => {
      if (!alive || shared === undefined) return;
      if ('text' in shared) {
        setOpened({ example: undefined, text: shared.text });
        return;
      }
      const example = exampleOf(shared.example);
      if (example === undefined) return;
      setOpened((before) => (before.example === example ? before : { example, text: example.text }));
    });
    return () => {
      alive = false;
    };
  }, [hash]);
  const open = useCallback(
    (example: PlaygroundExample) => {
      setOpened({ example, text: example.text });
      void navigate({ hash: exampleHash(example.name) }, { replace: true });
    },
    [navigate],
  );
  return { opened, open };
}
