import { LOGIN_ALL_PATH, LOGIN_PATH } from '../../api/session.ts';
import type { TextId } from '../i18n/texts.ts';
import { DEFAULT_TAB } from '../tabs/tabs.ts';

/** A route that exists for everybody, whatever the menu says. */
export interface FixedRoute {
  readonly path: string;
  /** Page code; also the name of the route. */
  readonly code: string;
  readonly title: TextId;
  readonly layout: 'user' | 'blank' | 'open' | 'basic';
  /** Needs no token (route meta of pages that are not to be authorised). */
  readonly open?: boolean;
  /** Whether it has paths of its own below its path. Default false. */
  readonly nested?: boolean;
  /** Whether metadata describes its page, which is of no single entity. Default false. */
  readonly joint?: boolean;
  /** Whether people whose menu has no main area reach it too; the screen itself says who may. Default false. */
  readonly unplaced?: boolean;
}

/** The fixed routes besides `/` and `/safety`, which lead on. */
export const FIXED_ROUTES: readonly FixedRoute[] = [
  { path: LOGIN_PATH, code: 'login', title: 'title.login', layout: 'user', open: true },
  { path: LOGIN_ALL_PATH, code: 'loginAll', title: 'title.login', layout: 'user', open: true },
  { path: '/user/phone', code: 'phoneLogin', title: 'title.phoneLogin', layout: 'user', open: true },
  {
    path: '/user/forget-password',
    code: 'forgottenPassword',
    title: 'title.forgottenPassword',
    layout: 'user',
    open: true,
  },
  { path: '/user/register', code: 'register', title: 'title.register', layout: 'user', open: true },
  { path: '/user/register-result', code: 'registerResult', title: 'title.registerResult', layout: 'user', open: true },
  { path: '/report', code: 'publicReport', title: 'title.publicReport', layout: 'open', open: true, nested: true },
  { path: '/app', code: 'appDownload', title: 'title.appDownload', layout: 'user', open: true },
  { path: '/safety/system/workplace', code: 'workplace', title: 'title.workplace', layout: 'basic' },
  { path: DEFAULT_TAB, code: 'overview', title: 'title.overview', layout: 'basic' },
  { path: '/homePage', code: 'homePage', title: 'title.homePage', layout: 'basic', joint: true },
  { path: '/homeworkshop', code: 'homeworkshop', title: 'title.homeworkshop', layout: 'basic', joint: true },
  { path: '/safety/homePage', code: 'homePage', title: 'title.homePage', layout: 'basic', joint: true },
  { path: '/safety/homeworkshop', code: 'homeworkshop', title: 'title.homeworkshop', layout: 'basic', joint: true },
  {
    path: '/productIndicatorsFullscreen',
    code: 'productIndicatorsFullscreen',
    title: 'title.productIndicatorsFullscreen',
    layout: 'blank',
  },
  { path: '/index/preview', code: 'ledPreview', title: 'title.ledPreview', layout: 'blank' },
  { path: '/bigScreen', code: 'bigScreen', title: 'title.bigScreen', layout: 'blank', open: true },
  { path: '/led', code: 'ledView', title: 'title.ledView', layout: 'blank', open: true },
  { path: '/announcement', code: 'announcement', title: 'title.announcement', layout: 'blank', open: true },
  { path: '/workflow/todo', code: 'workflowTodo', title: 'title.workflowTodo', layout: 'basic' },
  { path: '/workflow/done', code: 'workflowDone', title: 'title.workflowDone', layout: 'basic' },
  { path: '/workflow/sent', code: 'workflowSent', title: 'title.workflowSent', layout: 'basic' },
  { path: '/workflow/copied', code: 'workflowCopied', title: 'title.workflowCopied', layout: 'basic' },
  { path: '/workflow/inbox', code: 'workflowInbox', title: 'title.workflowInbox', layout: 'basic' },
  { path: '/workflow/task', code: 'workflowTask', title: 'title.workflowTask', layout: 'basic', nested: true },
  { path: '/workflow/request', code: 'workflowRequest', title: 'title.workflowTask', layout: 'basic', nested: true },
  { path: '/playground', code: 'playground', title: 'title.playground', layout: 'basic', unplaced: true },
  { path: '/design', code: 'design', title: 'title.design', layout: 'basic', unplaced: true },
  { path: '/blank', code: 'blank', title: 'title.blank', layout: 'basic' },
  { path: '/403', code: '403', title: 'title.403', layout: 'basic' },
  { path: '/exception/403', code: '403', title: 'title.403', layout: 'basic' },
  { path: '/404', code: '404', title: 'title.404', layout: 'basic' },
  { path: '/exception/404', code: '404', title: 'title.404', layout: 'basic' },
  { path: '/500', code: '500', title: 'title.500', layout: 'basic' },
  { path: '/exception/500', code: '500', title: 'title.500', layout: 'basic' },
];

/** The fixed route of a path; a slash at its end does not matter. */
export function fixedRouteOf(pathname: string): FixedRoute | undefined {
  const path = pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname;
  return FIXED_ROUTES.find(
    (route) => route.path === path || (route.nested === true && path.startsWith(`${route.path}/`)),
  );
}
