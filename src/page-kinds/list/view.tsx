import { ListPage } from '../../runtime/list/ListPage.tsx';
import type { PageView } from '../page-view.ts';

export const view: PageView = { Page: ListPage };
