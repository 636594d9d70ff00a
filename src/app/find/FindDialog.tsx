import {
  EnterOutlined,
  FileTextOutlined,
  PlusOutlined,
  SearchOutlined,
  UnorderedListOutlined,
} from '@ant-design/icons';
import { Button, Input, Modal } from 'antd';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useAccess } from '../../api/access.ts';
import { currentTenantId, useSession } from '../../api/session.ts';
import { LONGEST_FIND } from '../../core/wire/find.ts';
import { usePageChoices } from '../../screens/shared/page-choices.ts';
import { useVisits } from '../../screens/shared/visits.ts';
import { FocusBack } from '../../ui/FocusBack.tsx';
import { LongText } from '../../ui/LongText.tsx';
import { MenuIcon } from '../../ui/MenuIcon.tsx';
import { useIsPhone } from '../../ui/useIsPhone.ts';
import { useAppText } from '../i18n/texts.ts';
import './find.css';
import { type FindEntry, type FindGroup, foundActions, foundPages, foundRecords, pageEntry } from './find-entries.ts';
import { noteFind, stillThere, useFinds } from './recent-finds.ts';
import { useFoundRecords } from './useFoundRecords.ts';
import { useSpelledPages } from './useSpelledPages.ts';

/** Finds pages, what can be added, and records of every business the person may see; arrows choose, Enter opens. */
export function FindDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const text = useAppText();
  const phone = useIsPhone();
  return (
    <Modal
      open={open}
      title={<span className="anlan-find-name">{text('find.title')}</span>}
      width={phone ? 'calc(100vw - 16px)' : 680}
      style={{ top: phone ? 8 : 72 }}
      footer={null}
      closable={phone}
      destroyOnHidden
      className="anlan-find"
      onCancel={onClose}
    >
      <FocusBack />
      <Finder onClose={onClose} />
    </Modal>
  );
}

function Finder({ onClose }: { onClose: () => void }) {
  const text = useAppText();
  const navigate = useNavigate();
  // What was found in one company is none of another's.
  const account = useSession((state) => `${state.userInfo?.account ?? ''}@${currentTenantId(state)}`);
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState(0);
  const groups = useGroups(typed, account);
  const { state, retry } = groups;
  const entries = groups.found.flatMap((group) => group.entries);
  const place = Math.min(chosen, entries.length - 1);
  const list = useId();
  const idOf = (index: number) => `${list}-${index}`;
  const current = useRef<HTMLDivElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is chosen is what comes into sight.
  useEffect(() => {
    current.current?.scrollIntoView({ block: 'nearest' });
  }, [place, entries.length]);

  const go = (entry: FindEntry): void => {
    noteFind(account, entry);
    onClose();
    if (entry.newTab) window.open(entry.path, '_blank', 'noopener');
    else void navigate(entry.path);
  };
  const press = (event: KeyboardEvent): void => {
    // While Chinese is composed the keys are the input method's.
    if (event.nativeEvent.isComposing) return;
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (step !== undefined && entries.length > 0) {
      event.preventDefault();
      setChosen((place + step + entries.length) % entries.length);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      const entry = entries[place];
      if (entry !== undefined) go(entry);
    }
  };

  let index = -1;
  return (
    <div className="anlan-find-body">
      <Input
        size="large"
        autoFocus
        allowClear
        maxLength={LONGEST_FIND}
        prefix={<SearchOutlined aria-hidden />}
        placeholder={text('find.placeholder')}
        aria-label={text('find.title')}
        role="combobox"
        aria-expanded={entries.length > 0}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={place >= 0 ? idOf(place) : undefined}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          setChosen(0);
        }}
        onKeyDown={press}
      />
      <div className="anlan-find-list" id={list} role="listbox" aria-label={text('find.results')}>
        {groups.found.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: options of a listbox stand in groups, no fieldset.
          <div key={group.key} role="group" aria-label={group.title}>
            <div className="anlan-find-heading" aria-hidden>
              {group.title}
            </div>
            {group.entries.map((entry) => {
              index += 1;
              const own = index;
              return (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys of the list.
                <div
                  key={entry.key}
                  id={idOf(own)}
                  ref={own === place ? current : null}
                  role="option"
                  tabIndex={-1}
                  aria-selected={own === place}
                  className="anlan-find-entry"
                  onMouseMove={() => setChosen(own)}
                  onClick={() => go(entry)}
                >
                  <Mark entry={entry} />
                  <span className="anlan-find-title">
                    <LongText text={entry.title} />
                  </span>
                  <span className="anlan-find-place">{entry.kind === 'record' ? '' : entry.place}</span>
                  {own === place ? <EnterOutlined aria-hidden className="anlan-find-enter" /> : null}
                </div>
              );
            })}
          </div>
        ))}
      </div>
      <Told typed={typed} state={state} empty={entries.length === 0} retry={retry} />
    </div>
  );
}

/** What can be gone to for what was typed; where nothing was, what was gone to last. */
function useGroups(typed: string, account: string) {
  const text = useAppText();
  const pages = usePageChoices();
  const spelled = useSpelledPages();
  const rights = useAccess((state) => state.rights);
  const finds = useFinds((state) => state.byAccount[account]);
  const visits = useVisits((state) => state.byAccount[account.replace(/@[^@]*$/, '')]);
  const { answer, state, retry } = useFoundRecords(typed.trim());
  const found = useMemo((): readonly FindGroup[] => {
    if (typed.trim() === '') {
      const before = stillThere(finds ?? [], pages);
      const visited = (visits ?? []).flatMap((path) => pages.filter((page) => page.path === path).map(pageEntry));
      const others = visited.filter(({ key }) => !before.some((entry) => entry.key === key));
      return filled([{ key: 'recent', title: text('find.recent'), entries: [...before, ...others].slice(0, 10) }]);
    }
    const may = (code: string) => rights[`${code}_add`] === true;
    const name = (title: string) => text('find.add', { page: title });
    return filled([
      { key: 'pages', title: text('find.pages'), entries: foundPages(typed, pages, spelled) },
      { key: 'actions', title: text('find.actions'), entries: foundActions(typed, pages, spelled, may, name) },
      ...(answer === undefined ? [] : foundRecords(typed, answer, pages, (page) => text('find.all', { page }))),
    ]);
  }, [typed, pages, spelled, rights, finds, visits, answer, text]);
  return { found, state, retry };
}

const filled = (groups: readonly FindGroup[]): readonly FindGroup[] =>
  groups.filter(({ entries }) => entries.length > 0);

/** How far the search is, where that is not seen from what stands there. */
function Told({
  typed,
  state,
  empty,
  retry,
}: {
  typed: string;
  state: ReturnType<typeof useFoundRecords>['state'];
  empty: boolean;
  retry: () => void;
}) {
  const text = useAppText();
  const word = typed.trim();
  let told: ReactNode = null;
  if (state === 'failed') {
    told = (
      <>
        {text('find.failed')}{' '}
        <Button type="link" size="small" onClick={retry}>
          {text('find.retry')}
        </Button>
      </>
    );
  } else if (state === 'searching') told = text('find.searching');
  else if (word === '') told = empty ? text('find.hint') : null;
  else if (empty) told = text(word.length < 2 ? 'find.short' : 'find.none', { word });
  else if (state === 'partial') told = text('find.partial');
  return (
    <div className="anlan-find-told" role="status">
      {told}
    </div>
  );
}

function Mark({ entry: { kind, icon } }: { entry: FindEntry }) {
  const marks = {
    page: <MenuIcon name={icon} />,
    action: <PlusOutlined />,
    record: <FileTextOutlined />,
    list: <UnorderedListOutlined />,
  };
  return (
    <span className="anlan-find-mark" aria-hidden>
      {marks[kind]}
    </span>
  );
}
