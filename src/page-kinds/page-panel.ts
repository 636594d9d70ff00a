import type { Page } from '../core/dialect/entity.generated.ts';

/** One row of a page's property panel: a keyword of the dialect, its Chinese name and the editor. */
interface PagePanelRow {
  readonly keyword: keyof Page;
  readonly title: string;
  readonly editor: 'text' | 'switch' | 'expression' | 'fields' | 'columns' | 'sort' | 'actions' | 'icon';
  readonly hint?: string;
}

/** The rows of a kind's own keywords, in order; every page has `COMMON_PAGE_PANEL` besides. */
export type PagePanel = readonly PagePanelRow[];

/** Rows that every page has. */
export const COMMON_PAGE_PANEL: PagePanel = [
  { keyword: 'title', title: '名称', editor: 'text' },
  { keyword: 'purpose', title: '用途', editor: 'text', hint: '一句话，显示在名称下方' },
  { keyword: 'where', title: '显示哪些记录', editor: 'expression' },
  { keyword: 'icon', title: '图标', editor: 'icon' },
  { keyword: 'hidden', title: '菜单中隐藏', editor: 'switch' },
];

/** Rows of pages that show records in rows. */
export const LIST_PAGE_PANEL: PagePanel = [
  { keyword: 'columns', title: '列', editor: 'columns', hint: '点第一列打开记录' },
  { keyword: 'filters', title: '筛选', editor: 'fields' },
  { keyword: 'sort', title: '排序', editor: 'sort' },
  { keyword: 'actions', title: '按钮', editor: 'actions' },
  { keyword: 'approval', title: '有待办视图', editor: 'switch' },
];
