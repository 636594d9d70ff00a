import { request } from '../../api/client.ts';
import type { ListViewContent, SavedListView } from '../../core/wire/list-view.ts';

const SERVICE = 'system';

/** The person's own views of a page and those that others share. */
export function fetchViews(page: string, signal: AbortSignal): Promise<readonly SavedListView[]> {
  return request({ service: SERVICE, path: 'list-view/list', query: { page }, signal, quiet: true });
}

/** Keeps a view: a new one without `id`. */
export function saveView(view: {
  readonly id?: string;
  readonly page: string;
  readonly name: string;
  readonly shared: boolean;
  readonly content: ListViewContent;
}): Promise<SavedListView> {
  return request({ service: SERVICE, method: 'POST', path: 'list-view/save', body: view, quiet: [400] });
}

/** Forgets a view. */
export function removeView(id: string): Promise<boolean> {
  return request({ service: SERVICE, method: 'POST', path: 'list-view/remove', body: { id } });
}
