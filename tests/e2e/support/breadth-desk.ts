import type { Page } from 'playwright/test';
import { storeArea } from './danger-desk.ts';
import type { MovedPlant } from './moved-plant.ts';
import type { Person, StoredRecord } from './person.ts';

export interface Listed {
  readonly records: readonly StoredRecord[];
}

/** The workshop of the people of the stories. */
export const SHOP = '6459670100';
/** Minutes of a day. */
export const DAY = 1_440;

/** At a desk, and at a phone. */
export const WIDTHS = [
  ['a desk', []],
  ['a phone', ['employee', 'safety', 'director', 'leader', 'keeper']],
] as const;

export const detail = (who: Person, base: string, id: string) =>
  who.call<StoredRecord>('GET', `${base}/detail`, { query: { id, with: 'children' } });

/** Reads the record and takes a step of it. */
export async function step(
  who: Person,
  base: string,
  name: string,
  id: string,
  more: object = {},
): Promise<StoredRecord> {
  const { version } = await detail(who, base, id);
  return who.call('POST', `${base}/${name}`, { json: { id, version, ...more } });
}

/** What the page says of a step that is not possible now. */
export const blocked = (page: Page) => page.getByRole('alert').filter({ hasText: '暂不能' });

/** An area of the plant by its id. */
export async function areaOf(plant: MovedPlant): Promise<{ readonly id: string; readonly name: string }> {
  const safety = await plant.as('safety');
  const name = await storeArea(safety);
  const { records } = await safety.call<Listed>('GET', 'safety/risk/areas/main/page', { query: { areaName: name } });
  return { id: records[0]?.id ?? '', name };
}

let leavers = 0;

/** Somebody of the plant of whom no other story knows, who can leave. */
export async function leaver(plant: MovedPlant) {
  const admin = await plant.as('admin');
  const { records } = await admin.call<Listed>('GET', 'system/user/page', { query: { account: 'lx00', size: '100' } });
  leavers += 1;
  const user = records.filter(({ status }) => status === '1').at(-leavers);
  if (user === undefined) throw new Error('nobody may leave');
  return {
    id: user.id,
    name: String(user.realName),
    leave: () => step(admin, 'system/user', 'disable', user.id),
  };
}
