import { ListPage } from '../../runtime/list/ListPage.tsx';
import type { PageView } from '../page-view.ts';
import { kindText } from '../text.ts';

export const view: PageView = { title: () => kindText('kind.list'), Page: ListPage };
