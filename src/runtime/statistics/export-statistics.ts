import { saveBlob } from '../../api/files.ts';
import { plantTime } from '../../api/plant-clock.ts';
import { callForFile, operationOf } from '../calls/entity-calls.ts';
import type { EntityPageModel } from '../model/page-model.ts';

/** The day as file names bear it: `20260430`. */
export const fileDay = (): string => plantTime().slice(0, 10).replaceAll('-', '');

/** A title as file names take it. */
export const fileTitle = (title: string): string => title.replace(/[\\/:*?"<>|]/g, ' ').trim();

/** Hands a block under its filters to the browser's downloads, as a spreadsheet. */
export async function exportTable(
  { model, page }: EntityPageModel,
  block: { readonly key: string; readonly title: string },
  query: Readonly<Record<string, string>>,
  said: string,
): Promise<void> {
  const operation = operationOf(model, 'statistics');
  if (operation === undefined) return;
  const input = { ...query, block: block.key, as: 'xlsx', said };
  const file = await callForFile(model, operation, input, { page: page.code });
  saveBlob(file, `${fileTitle(block.title)}-${fileDay()}.xlsx`);
}
