import type { Locator, Page } from 'playwright/test';
import { OUTLINE } from '../../fixtures/outline.ts';
import { cellsOf, choose, inDays, item, type } from './fill.ts';
import { type Person, type StoredRecord, uniqueName } from './person.ts';
import { expect } from './story.ts';
import { agreeTo } from './votes.ts';

/** Beginning of the addresses of the area's pages. */
export const RISK = '/safety/risk';

/** The heading of the page. */
export const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
/** A part of the page by its heading. */
export const section = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true });
/** The tree beside a record. */
export const tree = (page: Page) => page.getByRole('navigation', { name: '所在位置' });
/** The value of a field on a detail page, by the field's title. */
export const shown = (page: Page, title: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.getByText(title, { exact: true }) })
    .first()
    .locator('dd');

/** A unit below an object in an area of its own. */
interface StoredUnit {
  /** Names of the area, the object and the unit. */
  readonly area: string;
  readonly object: string;
  readonly unit: string;
  readonly areaId: string;
  readonly objectId: string;
  readonly unitId: string;
}

/** Stores what an analysis begins with: an area, an object in it, a unit of the object. */
export async function storeUnit(
  safety: Person,
  { deptId = '6459670100', dutyUserId = safety.userId } = {},
): Promise<StoredUnit> {
  const duty = { deptId, dutyUserId };
  const names = { area: uniqueName('试验区域'), object: uniqueName('试验装置'), unit: uniqueName('试验釜') };
  const area = await store(safety, 'areas/main', {
    areaCode: uniqueName('QY'),
    areaName: names.area,
    areaType: 'production',
    polygon: OUTLINE,
    isMajor: '0',
    ...duty,
  });
  const object = await store(safety, 'object', {
    objectCode: uniqueName('DX'),
    objectName: names.object,
    objectType: 'unit',
    areaId: area.id,
  });
  const unit = await store(safety, 'unit', { unitName: names.unit, objectId: object.id, unitType: 'equipment' });
  return { ...names, areaId: area.id, objectId: object.id, unitId: unit.id };
}

/** Stores and submits a record of the area by its call. */
export function store(who: Person, path: string, json: unknown): Promise<StoredRecord> {
  return who.call<StoredRecord>('POST', `safety/risk/${path}/submit`, { json });
}

/** Stores an event of a low risk with one measure, which is in force once the director has agreed. Gives its id. */
export async function storeEvent(
  { safety, director }: { readonly safety: Person; readonly director: Person },
  unitId: string,
  eventName: string,
): Promise<string> {
  const event = await store(safety, 'event', {
    eventName,
    unitId,
    accidentType: '18',
    cause: '冷却中断',
    consequence: '物料喷出',
    method: 'LS',
    lValue: '1',
    sValue: '4',
    evaluatorId: safety.userId,
    evaluationTime: inDays(-1).slice(0, 10),
    controlMeasure: [
      { dataSrc: '2', classify1: '1', classify2: '1-1', measureDesc: `${eventName}的联锁`, troubleContent: '是否投用' },
    ],
  });
  await agreeTo(director, event.id);
  return event.id;
}

/** What is entered of an event; all else follows from the unit and the person. */
interface EnteredEvent {
  readonly eventName: string;
  readonly accidentType: string;
  readonly likelihood: string;
  readonly severity: string;
  readonly measures: readonly string[];
}

/** Fills in an event with its measures, in the panel beside the tree or on a page of its own. */
export async function enterEvent(scope: Locator, page: Page, event: EnteredEvent): Promise<void> {
  await type(scope, 'eventName', event.eventName);
  await choose(scope, 'accidentType', event.accidentType);
  await type(scope, 'cause', '法兰垫片老化');
  await type(scope, 'consequence', '物料喷出，人员受伤');
  await choose(scope, 'lValue', event.likelihood);
  await choose(scope, 'sValue', event.severity);
  for (const [row, text] of event.measures.entries()) await enterMeasure(scope, page, row, text);
}

/** Adds a measure below those that an event has, as its row `row`. */
export async function enterMeasure(scope: Page | Locator, page: Page, row: number, text: string): Promise<void> {
  await scope.getByRole('button', { name: '管控措施：添加一行' }).click();
  const cells = cellsOf(page, item(scope, 'controlMeasure'), row);
  await cells.choose('classify1', '工程技术');
  await cells.choose('classify2', '工艺控制');
  await cells.fill('measureDesc', text);
  await cells.fill('troubleContent', `${text}的记录`);
}

/** Opens the panel in which a record of a list is entered beside the tree. */
export async function openPanel(page: Page, title: string): Promise<Locator> {
  await section(page, title)
    .getByRole('button', { name: `新增${title}` })
    .click();
  const panel = page.getByRole('dialog', { name: `新增${title}` });
  await expect(panel).toBeVisible();
  return panel;
}
