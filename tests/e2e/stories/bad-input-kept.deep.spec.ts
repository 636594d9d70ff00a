import { fictitiousCreditCode } from '../../../mocks/demo-plant/contractors.ts';
import { patient } from '../../fixtures/patience.ts';
import { dialogOf, seatOf } from '../support/base-desk.ts';
import { areaOf, DAY, detail, type Listed, SHOP, step, WIDTHS } from '../support/breadth-desk.ts';
import { upload } from '../support/day-records.ts';
import { chooseRecord, item, type } from '../support/fill.ts';
import { picture } from '../support/looked.ts';
import type { MovedPlant } from '../support/moved-plant.ts';
import { type StoredRecord, uniqueName } from '../support/person.ts';
import { expect, test } from '../support/story.ts';
import { fits } from '../support/touch.ts';

// Their plant is one whose clock they move.
test.use({ baseURL: '' });
test.setTimeout(patient(240_000));

const PARTY = 'safety/archives/thirdParty';

for (const [at, phones] of WIDTHS) {
  test(`what is filed keeps its files until its day at ${at}, and the day is named`, async ({
    page,
    moved,
    expectedErrors,
  }) => {
    expectedErrors.push(/status of 400/);
    const seat = seatOf(page, moved, phones);
    const safety = await moved.as('safety');
    const orgName = uniqueName('虚构检测机构');
    const { id } = await safety.call<StoredRecord>('POST', `${PARTY}/submit`, {
      json: {
        ...{ orgName, orgType: '2', creditCode: fictitiousCreditCode(phones.length + 950) },
        ...{ qualification: '虚构资质', qualTo: moved.wall(300 * DAY).slice(0, 10), contact: '联甲一' },
        ...{ phone: '13900000000', keeper: safety.userId, retention: '1' },
        files: [await upload(moved.url, safety)],
      },
    });
    const removeFile = async () => {
      await seat.open('safety', `/safety/archives/thirdParty/edit/${id}`);
      await type(page, 'contact', '联乙二');
      await item(page, 'files').getByRole('button', { name: /^删除/ }).first().click();
      await page.getByRole('button', { name: '保存', exact: true }).click();
    };
    const kept = async () => {
      await expect(item(page, 'contact').locator('input')).toHaveValue('联乙二');
      const stored = await detail(safety, PARTY, id);
      expect(stored.contact).toBe('联甲一');
      expect(stored.files).toHaveLength(1);
    };

    await test.step('in use: its days have not begun', async () => {
      await removeFile();
      await expect(item(page, 'files').getByRole('alert')).toHaveText('保管期满前，归档的文件不能取下：保管期限3年');
      await picture(page, 'archive-in-use');
      await kept();
    });

    await step(safety, PARTY, 'disable', id);
    const { retentionTo } = await detail(safety, PARTY, id);
    expect(retentionTo).toMatch(/^\d{4}-\d{2}-\d{2}$/);

    await test.step('out of use: kept until a day', async () => {
      await removeFile();
      await expect(item(page, 'files').getByRole('alert')).toHaveText(
        `保管期满前，归档的文件不能取下：保管至${retentionTo}`,
      );
      await expect(item(page, 'files')).toBeInViewport();
      await fits(page);
      await picture(page, 'archive-file');
      await kept();
    });

    await test.step('nor does the record go', async () => {
      await seat.open('safety', `/safety/archives/thirdParty/view/${id}`);
      await picture(page, 'archive-detail');
      await expect(page.locator('main')).toContainText(String(retentionTo));
      await expect(page.getByRole('button', { name: '删除', exact: true })).toHaveCount(0);
      const { status, body } = await safety.ask('POST', `${PARTY}/remove`, { query: { ids: id } });
      expect([status, body.msg]).toEqual([400, `档案里有文件，保管期满前不能删除：保管至${retentionTo}`]);
      expect(await detail(safety, PARTY, id)).toMatchObject({ orgName });
    });
  });
}

const NFC = 'safety/inspection/nfc';
const POINT = 'safety/inspection/point';

let tags = 0;

/** A tag of this run's own. */
async function tagOf(plant: MovedPlant, areaId: string): Promise<StoredRecord> {
  tags += 1;
  const tagCode = `04${Date.now().toString(16)}${tags}`.toUpperCase().slice(0, 20);
  return (await plant.as('safety')).call('POST', `${NFC}/save`, {
    json: { tagCode, tagName: uniqueName('标签'), tagType: 'nfc', bindKind: 'point', areaId },
  });
}

for (const [at, phones] of WIDTHS) {
  test(`a tag is given to one point at ${at}: a second is refused where it is chosen, and the other is named`, async ({
    page,
    moved,
    expectedErrors,
  }) => {
    expectedErrors.push(/status of 400/);
    const seat = seatOf(page, moved, phones);
    const safety = await moved.as('safety');
    const area = await areaOf(moved);
    const pointName = uniqueName('一号泵');
    const { id: pointId } = await safety.call<StoredRecord>('POST', `${POINT}/save`, {
      json: {
        ...{ pointNo: uniqueName('XJ'), pointName, areaId: area.id, deptId: SHOP, signModes: ['nfc'], isMajor: '0' },
      },
    });
    const [bound, spare] = [await tagOf(moved, area.id), await tagOf(moved, area.id)];
    await step(safety, NFC, 'bind', bound.id, { pointId });

    await test.step('one that is bound is offered to no other point', async () => {
      await seat.open('safety', `/safety/inspection/nfcManage/view/${bound.id}`);
      await expect(page.locator('main')).toContainText(pointName);
      await expect(page.getByRole('button', { name: '解绑', exact: true })).toBeVisible();
      await expect(page.getByRole('button', { name: '绑定', exact: true })).toHaveCount(0);
    });

    await test.step('a point that has one takes no second', async () => {
      await seat.open('safety', `/safety/inspection/nfcManage/view/${spare.id}`);
      await page.getByRole('button', { name: '绑定', exact: true }).click();
      const dialog = dialogOf(page, '绑定');
      await item(dialog, 'pointId').getByRole('combobox').fill(pointName);
      await page.locator('.ant-select-item-option:visible').filter({ hasText: pointName }).first().click();
      await dialog.getByRole('button', { name: '绑定', exact: true }).click();
      await expect(item(dialog, 'pointId').getByRole('alert')).toHaveText(
        `该巡检点已绑定标签“${bound.tagCode}”，请先解绑或更换`,
      );
      await fits(page);
      await picture(page, 'tag-bind');
      await expect(item(dialog, 'pointId')).toContainText(pointName);
      expect(await detail(safety, NFC, spare.id)).toMatchObject({ status: 'idle', pointId: null });
    });

    await test.step('nor is its code registered again', async () => {
      await seat.open('safety', '/safety/inspection/nfcManage/add');
      await type(page, 'tagCode', String(bound.tagCode));
      const tagName = uniqueName('又一个');
      await type(page, 'tagName', tagName);
      await chooseRecord(page, 'areaId', area.name);
      await page.getByRole('button', { name: '保存', exact: true }).click();
      await expect(item(page, 'tagCode').getByRole('alert')).toHaveText(`该标签编码已登记，绑定在巡检点“${pointName}”`);
      await expect(item(page, 'tagCode')).toBeInViewport();
      await fits(page);
      await picture(page, 'tag-code');
      await expect(item(page, 'tagName').locator('input')).toHaveValue(tagName);
      const { records } = await safety.call<Listed>('GET', `${NFC}/page`, { query: { tagName } });
      expect(records).toEqual([]);
    });
  });
}
