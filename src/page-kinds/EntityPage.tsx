import { Button } from 'antd';
import { type ComponentType, type ReactNode, Suspense, useCallback, useMemo, useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router-dom';
import { useAccess } from '../api/access.ts';
import { currentTenantId, useSession } from '../api/session.ts';
import type { PageViewModel } from '../core/model/entity-model.ts';
import { hasRecords, listsRecords } from '../core/model/page-kind.ts';
import { FieldServicesProvider } from '../field-types/field-services.ts';
import { ActionsProvider } from '../runtime/actions/ActionsProvider.tsx';
import { DetailPage } from '../runtime/detail/DetailPage.tsx';
import {
  EntityContextProvider,
  type EntityPageContext,
  type EntityScreen,
  KIND_PARAMETER,
  parseScreen,
  ShownViewProvider,
  screenPath,
} from '../runtime/EntityContext.ts';
import { AwaitingProvider } from '../runtime/flow/AwaitingProvider.tsx';
import type { FormState } from '../runtime/form/RecordForm.tsx';
import { formPlace } from '../runtime/model/form-page.ts';
import type { EntityPageModel } from '../runtime/model/page-model.ts';
import { expressionUserOf, recordAccess, roleCodes } from '../runtime/model/person.ts';
import { pageFieldServices } from '../runtime/services/field-services.ts';
import { runtimeText } from '../runtime/text.ts';
import { usePageModel } from '../runtime/usePageModel.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { LoadingDelay } from '../ui/LoadingDelay.tsx';
import { PageContainer } from '../ui/PageContainer.tsx';
import '../runtime/runtime.css';
import { lazyPart } from '../ui/lazy-part.ts';
import { pageViews } from './views.generated.ts';

// Formily comes only when a form is opened.
const RecordForm = lazyPart(() => import('../runtime/form/RecordForm.tsx').then((module) => module.RecordForm));

interface EntityPageProps {
  readonly code: string;
  /** What stands in the place of a list; forms, details, actions and filters stay the generated ones. */
  readonly list?: ComponentType | undefined;
  /** What stands in the place of a record's page; it draws the record's head itself. */
  readonly detail?: ComponentType<{ readonly id: string }> | undefined;
  /** Name and purpose of the page around it. Default its own. */
  readonly title?: string | undefined;
  readonly purpose?: string | undefined;
}

/** A page made from metadata: its list, its form and its detail page, by the address under which it stands. */
export function EntityPage({ code, ...around }: EntityPageProps) {
  const answer = usePageModel(code);
  if (answer.page !== undefined) return <LoadedPage page={answer.page} {...around} />;
  if (answer.failure === undefined) {
    return (
      <PageContainer>
        <LoadingDelay loading rows={8} />
      </PageContainer>
    );
  }
  if (answer.failure.kind === 'failed') {
    return <ErrorState title={runtimeText('page.failed')} message={answer.failure.message} onRetry={answer.retry} />;
  }
  return (
    <EmptyState
      reason={answer.failure.kind === 'forbidden' ? 'forbidden' : 'none'}
      title={runtimeText(answer.failure.kind === 'forbidden' ? 'page.forbidden' : 'page.missing', { title: code })}
      description={answer.failure.kind === 'missing' ? runtimeText('page.missing.hint', { code }) : undefined}
    />
  );
}

interface LoadedPageProps extends Omit<EntityPageProps, 'code'> {
  readonly page: EntityPageModel;
}

function LoadedPage({ page: own, list, detail, title, purpose }: LoadedPageProps) {
  const page = useMemo(
    () => (title === undefined ? own : { ...own, page: { ...own.page, title, purpose } }),
    [own, title, purpose],
  );
  const location = useLocation();
  const navigate = useNavigate();
  const rest = useParams()['*'] ?? '';
  const base = basePath(location.pathname, rest);
  const rights = useAccess((state) => state.rights);
  const menu = useAccess((state) => state.menu);
  const userInfo = useSession((state) => state.userInfo);
  const tenantId = useSession((state) => currentTenantId(state));
  const [changes, setChanges] = useState(0);
  const { search } = location;
  const wished = new URLSearchParams(search).get(KIND_PARAMETER);
  const view = page.page.views.find((one) => one.view === wished) ?? page.page.views[0];

  const open = useCallback<EntityPageContext['open']>(
    (screen, options = {}) => {
      void navigate({ pathname: screenPath(base, screen), search }, options);
    },
    [navigate, base, search],
  );
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
      open,
      changes,
      changed: () => setChanges((count) => count + 1),
    };
  }, [page, base, me, userInfo, rights, open, changes]);
  const shown = {
    view,
    views: page.page.views.map((one) => ({ view: one.view, title: pageViews[one.view].title() })),
  };
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
      <FieldServicesProvider value={services}>
        <AwaitingProvider>
          <ActionsProvider>
            <ShownViewProvider value={shown}>
              <Screen
                page={page}
                view={view}
                screen={parseScreen(rest)}
                state={location.state as FormState | null}
                onBack={open}
                List={list}
                Detail={detail}
              />
            </ShownViewProvider>
          </ActionsProvider>
        </AwaitingProvider>
      </FieldServicesProvider>
    </EntityContextProvider>
  );
}

// What the router matched behind the page's path is decoded; the path itself is what remains of the address.
function basePath(pathname: string, rest: string): string {
  const depth = rest === '' ? 0 : rest.replace(/\/+$/, '').split('/').length;
  const parts = pathname.replace(/\/+$/, '').split('/');
  return parts.slice(0, parts.length - depth).join('/');
}

interface ScreenProps {
  readonly page: EntityPageModel;
  readonly view: PageViewModel;
  readonly screen: EntityScreen;
  readonly state: FormState | null;
  readonly onBack: EntityPageContext['open'];
  readonly List: ComponentType | undefined;
  readonly Detail: EntityPageProps['detail'];
}

function Screen({
  page,
  view: { view, kind },
  screen,
  state,
  onBack,
  List,
  Detail = DetailPage,
}: ScreenProps): ReactNode {
  if (screen.kind === 'unknown') {
    return (
      <EmptyState
        title={runtimeText('page.unknown')}
        action={<Button onClick={() => onBack({ kind: 'list' })}>{runtimeText('page.back')}</Button>}
      />
    );
  }
  if (screen.kind === 'view') return <Detail key={screen.id} id={screen.id} />;
  const { Page } = pageViews[view];
  const shown =
    List !== undefined && listsRecords(kind) ? (
      <List />
    ) : (
      <Suspense fallback={<LoadingDelay loading rows={8} />}>
        <Page />
      </Suspense>
    );
  if (screen.kind === 'list' || !hasRecords(kind)) return shown;
  const id = screen.kind === 'edit' ? screen.id : undefined;
  const place = formPlace(page);
  const form = (
    <Suspense fallback={place === 'page' ? <LoadingDelay loading rows={8} /> : null}>
      <RecordForm key={state?.form ?? id ?? 'add'} id={id} place={place} />
    </Suspense>
  );
  if (place === 'page') return form;
  return (
    <>
      {shown}
      {form}
    </>
  );
}
