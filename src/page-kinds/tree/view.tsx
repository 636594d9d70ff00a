import { ListPage } from '../../runtime/list/ListPage.tsx';
import type { PageView } from '../page-view.ts';
import { kindText } from '../text.ts';

// A tree that is filtered or searched is a list.
export const view: PageView = { title: () => kindText('kind.tree'), Page: ListPage };
