import { Button } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useAccess } from '../../api/access.ts';
import { type MenuNode, menuLeaves } from '../../api/menu-tree.ts';
import { currentTenantId, useSession } from '../../api/session.ts';
import { say } from '../../core/text/say.ts';
import { FieldServicesProvider } from '../../field-types/field-services.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LoadingDelay } from '../../ui/LoadingDelay.tsx';
import { Permitted } from '../actions/Permitted.tsx';
import { EntityContextProvider, type EntityPageContext, screenPath } from '../EntityContext.ts';
import type { EntityPageModel } from '../model/page-model.ts';
import { expressionUserOf, recordAccess, roleCodes } from '../model/person.ts';
import { createFieldServices, pageFieldServices } from '../services/field-services.ts';
import { runtimeText } from '../text.ts';
import { usePageModel } from '../usePageModel.ts';
import { flowText } from './text.ts';
import '../runtime.css';

interface RecordScopeProps {
  /** Page over the entity. */
  readonly code: string;
  /** What stands instead of the record where this person has no page of it. */
  readonly otherwise: ReactNode;
  readonly children: ReactNode;
}

/** Lets parts of a generated page stand on a hand-written one: the page's metadata, the person, the field services. */
export function RecordScope({ code, otherwise, children }: RecordScopeProps) {
  const answer = usePageModel(code);
  if (answer.page !== undefined) return <Scope page={answer.page}>{children}</Scope>;
  if (answer.failure === undefined) return <LoadingDelay loading rows={6} />;
  if (answer.failure.kind === 'failed') {
    return <ErrorState title={runtimeText('page.failed')} message={answer.failure.message} onRetry={answer.retry} />;
  }
  return otherwise;
}

function Scope({ page, children }: { page: EntityPageModel; children: ReactNode }) {
  const navigate = useNavigate();
  const rights = useAccess((state) => state.rights);
  const menu = useAccess((state) => state.menu);
  const userInfo = useSession((state) => state.userInfo);
  const tenantId = useSession((state) => currentTenantId(state));
  const [changes, setChanges] = useState(0);
  const base = menuLeaves(menu).find((leaf) => leaf.code === page.page.code)?.path ?? '';
  // The same person through all changes: open forms are made anew for another one.
  const me = useMemo(() => expressionUserOf(userInfo, tenantId), [userInfo, tenantId]);
  const context = useMemo((): EntityPageContext => {
    const roles = roleCodes(userInfo);
    return {
      page,
      base,
      me,
      can: (button) => rights[button] === true,
      access: (field, record) => recordAccess(page.model, field, roles, record),
      open: (screen, options = {}) => {
        if (base !== '') void navigate(screenPath(base, screen), options);
      },
      changes,
      changed: () => setChanges((count) => count + 1),
    };
  }, [page, base, me, userInfo, rights, navigate, changes]);
  const services = useMemo(
    () =>
      pageFieldServices(page.metadata, {
        base,
        menu,
        me: userInfo,
        navigate: (path) => void navigate(path),
      }),
    [page.metadata, base, menu, userInfo, navigate],
  );
  return (
    <EntityContextProvider value={context}>
      <FieldServicesProvider value={services}>{children}</FieldServicesProvider>
    </EntityContextProvider>
  );
}

/** Field services where no page is at hand: files and people, but no references. */
export function PlainServices({ children }: { children: ReactNode }) {
  const services = useMemo(
    () =>
      createFieldServices({
        page: '',
        targets: { user: { service: 'system', base: 'user', label: 'realName', title: say('用户'), pages: [] } },
      }),
    [],
  );
  return <FieldServicesProvider value={services}>{children}</FieldServicesProvider>;
}

/** Which of some pages a person opens a record on: one in his side menu before a hidden one; undefined for none. */
function recordLeaf(leaves: readonly MenuNode[], codes: readonly string[]): MenuNode | undefined {
  const found = codes.flatMap((code) => leaves.find((leaf) => leaf.code === code) ?? []);
  return found.find(({ hidden }) => !hidden) ?? found[0];
}

/** The way from a task to the record's own page; nothing where this person's menu has none, or he may not look there. */
export function RecordPageButton({ codes, recordId }: { codes: readonly string[]; recordId: string }) {
  const navigate = useNavigate();
  const menu = useAccess((state) => state.menu);
  const leaf = recordLeaf(menuLeaves(menu), codes);
  if (leaf === undefined) return null;
  return (
    <Permitted action="view" page={leaf.code}>
      <Button onClick={() => void navigate(screenPath(leaf.path, { kind: 'view', id: recordId }))}>
        {flowText('task.openIn', { page: leaf.title })}
      </Button>
    </Permitted>
  );
}
