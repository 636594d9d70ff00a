import { ListPage } from '../../runtime/list/ListPage.tsx';
import type { PageView } from '../page-view.ts';

// A tree that is filtered or searched is a list.
export const view: PageView = { Page: ListPage };
