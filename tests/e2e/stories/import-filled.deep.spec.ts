import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright/test';
import type { WirePage } from '../../../src/core/wire/contract.ts';
import { patient } from '../../fixtures/patience.ts';
import { type Cells, cellsOf, openedWorkbook, workbookOf } from '../../fixtures/workbook.ts';
import { desk, phone, picture } from '../support/looked.ts';
import { enter, type Person, personOf, type StoredRecord, uniqueName } from '../support/person.ts';
import { expect, test } from '../support/story.ts';
import { fits } from '../support/touch.ts';

const SHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const QUESTIONS = '/safety/training/question';
const HEAD = [
  ...['所属题库*', '题型', '难度', '题干*', '选项（A）', '选项（B）', '选项（C）', '选项（D）', '选项（答案）'],
  ...['判断', '答案', '解析', '默认分值', '知识点'],
];
const LONG = patient(180_000);

type Row = (string | number | null)[];

const nothing = (count: number): null[] => Array.from({ length: count }, () => null);

/** A question, each kind in turn, as a training officer types it. */
function question(bank: string, name: string, at: number): Row {
  const stem = `${name}第${at}题`;
  const rest = ['按本厂规程', 2, '导入'];
  const kinds: readonly Row[] = [
    ['单选题', '易', `${stem}：动火前应当怎样？`, '先分析', '先作业', '凭经验', '看天气', 'A', null, null],
    ['多选题', '中', `${stem}：要测哪些？`, '氧', '可燃气体', '有毒气体', '噪声', 'ABC', null, null],
    ['判断题', '易', `${stem}：作业票不得涂改。`, ...nothing(5), '正确', null],
    ['填空题', '中', `${stem}：安全电压为 ___ 伏。`, ...nothing(6), '12'],
    ['简答题', '难', `${stem}：简述监护人职责。`, ...nothing(6), '不离开现场'],
  ];
  return [bank, ...(kinds[at % kinds.length] ?? []), ...rest];
}

/** What is typed wrong: in which kind of question, where, what stands there, and what is told of it. */
const FAULTS: readonly (readonly [kind: number, heading: string, text: string | number | null, told: string])[] = [
  [0, '选项（答案）', 'AB', '单选题须有且只有一个正确选项'],
  [1, '选项（答案）', 'A', '多选题须有两个以上正确选项'],
  [2, '判断', '大概', '判断没有“大概”这个选项'],
  [3, '题干*', '安全电压为12伏', '填空题的题干里须有写作 ___ 的空'],
  [4, '答案', null, '请输入答案'],
  [0, '所属题库*', '没有的题库', '所属题库中没有“没有的题库”'],
  [1, '难度', '很难', '难度没有“很难”这个选项'],
  [2, '题干*', null, '请输入题干'],
  [3, '默认分值', 0, '默认分值不能小于0.5'],
  [0, '选项（答案）', 'H', '选项（答案）：选项没有“H”这一项'],
];

/** Questions of which some are wrong, each in its own way. */
function questions(bank: string, name: string, count: number, bad: number) {
  const right = Array.from({ length: count }, (_, at) => question(bank, name, at));
  const rows = right.map((row) => [...row]);
  /** What is told of a row, by its number in Excel. */
  const told = new Map<number, string>();
  const apart = Math.floor(count / bad / 5) * 5;
  for (let fault = 0; fault < bad; fault += 1) {
    const [kind, heading, text, words] = FAULTS[fault % FAULTS.length] ?? [0, '', '', ''];
    const at = fault * apart + kind;
    const row = rows[at];
    if (row === undefined) throw new Error('no such row');
    row[HEAD.indexOf(heading)] = heading === '题干*' && text !== null ? `${name}第${at}题：${text}` : text;
    told.set(at + 2, words);
  }
  return { right, rows, told };
}

async function begin(page: Page, title: string): Promise<Locator> {
  const button = page.getByRole('button', { name: '导入', exact: true });
  const more = page.getByRole('button', { name: /^更多/ }).first();
  await expect(button.or(more).first()).toBeVisible();
  if (await button.isVisible()) await button.click();
  else {
    await more.click();
    await page.getByRole('menuitem', { name: '导入', exact: true }).click();
  }
  return page.getByRole('dialog', { name: `导入${title}` });
}

async function give(dialog: Locator, cells: Cells): Promise<void> {
  const buffer = await workbookOf(cells);
  await dialog.locator('input[type=file]').setInputFiles({ name: '题目.xlsx', mimeType: SHEET, buffer });
}

const says = (dialog: Locator, words: string) => expect(dialog.getByText(words)).toBeVisible({ timeout: LONG });

/** The rows that were left out, as they are fetched to be mended. */
async function reportOf(page: Page, dialog: Locator): Promise<(readonly unknown[])[]> {
  const waiting = page.waitForEvent('download');
  await dialog.getByRole('button', { name: '下载有问题的行' }).click();
  return cellsOf(await openedWorkbook(readFileSync(await (await waiting).path())));
}

/** The fetched rows as somebody mends them: the column that says what is wrong stays where it is. */
function mended([head = [], ...lines]: readonly (readonly unknown[])[], right: readonly Row[]): Cells {
  const own = (line: readonly unknown[]) => /^第(\d+)行/.exec(String(line.at(-1)))?.[1];
  return [head.map(String), ...lines.map((line) => [...(right[Number(own(line)) - 2] ?? []), String(line.at(-1))])];
}

/** What a report tells of each of its rows, by the row in the file. */
const toldBy = (report: readonly (readonly unknown[])[]) =>
  new Map(
    report.slice(1).map((line) => {
      const [, row, words] = /^第(\d+)行\n(.*)$/s.exec(String(line.at(-1))) ?? [];
      return [Number(row), words];
    }),
  );

test.setTimeout(patient(600_000));

let trainer: Person;
let bank: { readonly id: string; readonly name: string };

const stored = async (): Promise<number> =>
  (await trainer.call<WirePage<StoredRecord>>('GET', 'edu/question/page', { query: { bank: bank.id, size: '1' } }))
    .total;

test.beforeEach(async ({ page, product }) => {
  await desk(page);
  trainer = await personOf(product.url, 'trainer');
  const name = uniqueName('导入题库');
  const { id } = await trainer.call<StoredRecord>('POST', 'edu/question/bank/submit', {
    json: { bankName: name, category: '1' },
  });
  bank = { id, name };
});

test('200 questions of which 20 are wrong: the good ones once, the others when they are mended, nothing twice', async ({
  page,
  product,
}) => {
  const { right, rows, told } = questions(bank.name, uniqueName('二百'), 200, 20);
  await enter(page, product.url, trainer, QUESTIONS);
  const dialog = await begin(page, '试题');
  await give(dialog, [HEAD, ...rows]);
  await says(dialog, '共200行，有效180行，有错误20行');
  for (const [row, words] of told) {
    const line = dialog.locator(`tr[data-row-key="${row}"]`);
    await expect(line.locator('td').nth(0)).toHaveText(String(row));
    await expect(line.locator('td').nth(1)).toHaveText(words);
  }
  await picture(page, 'checked');
  await phone(page);
  await fits(page);
  await expect(dialog.getByRole('button', { name: '仅导入有效行' })).toBeInViewport();
  await picture(page, 'checked-phone');
  expect(await stored()).toBe(0);

  await dialog.getByRole('button', { name: '仅导入有效行' }).click();
  await says(dialog, '已新增180条，更新0条，0条没有变化，20行未导入');
  expect(await stored()).toBe(180);
  await picture(page, 'stored-phone');
  const report = await reportOf(page, dialog);
  expect(toldBy(report)).toEqual(told);

  await desk(page);
  await dialog.getByRole('button', { name: '重新选择文件' }).click();
  await give(dialog, mended(report, right));
  await says(dialog, '共20行，有效20行，有错误0行');
  await dialog.getByRole('button', { name: '全部成功才导入' }).click();
  await says(dialog, '已新增20条，更新0条，0条没有变化，0行未导入');
  expect(await stored()).toBe(200);

  // Whoever brings the whole file once more doubles nothing.
  await dialog.getByRole('button', { name: '重新选择文件' }).click();
  await give(dialog, [HEAD, ...right]);
  await says(dialog, '共200行，有效0行，有错误200行');
  await says(dialog, '只列出前100处错误，共200处');
  await expect(dialog.getByText('该题库已有同样的题干').first()).toBeVisible();
  await picture(page, 'twice');
  expect(await stored()).toBe(200);
});

test('5000 questions of which 200 are wrong go on in the background, and come to their end', async ({
  page,
  product,
}) => {
  const { right, rows, told } = questions(bank.name, uniqueName('五千'), 5_000, 200);
  await enter(page, product.url, trainer, QUESTIONS);
  const dialog = await begin(page, '试题');
  await give(dialog, [HEAD, ...rows]);
  await expect(dialog.getByText(/^[1-9]\d* \/ 5000行$/)).toBeVisible({ timeout: LONG });
  await picture(page, 'checking');
  await says(dialog, '共5000行，有效4800行，有错误200行');
  await says(dialog, '只列出前100处错误，共200处');
  // All that is wrong can be fetched before anything is stored.
  expect(toldBy(await reportOf(page, dialog))).toEqual(told);
  expect(await stored()).toBe(0);
  await picture(page, 'checked');
  await dialog.getByRole('button', { name: '仅导入有效行' }).click();
  await says(dialog, '已新增4800条，更新0条，0条没有变化，200行未导入');
  expect(await stored()).toBe(4_800);
  const report = await reportOf(page, dialog);
  expect(toldBy(report)).toEqual(told);
  await phone(page);
  await fits(page);
  await picture(page, 'stored-phone');

  await dialog.getByRole('button', { name: '重新选择文件' }).click();
  await give(dialog, mended(report, right));
  await says(dialog, '共200行，有效200行，有错误0行');
  await dialog.getByRole('button', { name: '全部成功才导入' }).click();
  await says(dialog, '已新增200条，更新0条，0条没有变化，0行未导入');
  expect(await stored()).toBe(5_000);
  // What the bank counts is what was stored.
  const counted = await trainer.call<StoredRecord>('GET', 'edu/question/bank/detail', { query: { id: bank.id } });
  expect(counted).toMatchObject({ questionCount: 5_000, singles: 1_000, multiples: 1_000, judgements: 1_000 });
});

test('a register of chemicals is brought in, with what is wrong in it told by its columns', async ({
  page,
  product,
}) => {
  const safety = await personOf(product.url, 'safety');
  const name = uniqueName('导入助剂');
  const head = [
    ...['化学品名称*', '是否混合物', 'CAS号', '是否危险化学品', '用途类别*', '物态*', '危险性类别', '警示词'],
    ...['储存场所*', '设计储量', '最大储量*'],
  ];
  const good = (at: number): Row => [
    ...[`${name}${at}`, '是', null, '否', '原料', '液态', null, null],
    ...['一号库', 10, 5],
  ];
  const rows = Array.from({ length: 40 }, (_, at) => good(at));
  const wrong: readonly (readonly [row: number, heading: string, text: string | number | null, told: string])[] = [
    [3, '物态*', '糊状', '物态没有“糊状”这个选项'],
    [9, '最大储量*', 50, '最大储量不能超过设计储量'],
    [17, '储存场所*', null, '请输入储存场所'],
    [25, '是否混合物', '否', '请输入CAS号'],
    [33, '最大储量*', '五吨', '最大储量须为数字'],
  ];
  for (const [row, heading, text] of wrong) (rows[row - 2] ?? [])[head.indexOf(heading)] = text;
  await enter(page, product.url, safety, '/safety/base/chemicals');
  const dialog = await begin(page, '化学品');
  await give(dialog, [head, ...rows]);
  await says(dialog, '共40行，有效35行，有错误5行');
  for (const [row, , , words] of wrong) {
    await expect(dialog.locator(`tr[data-row-key="${row}"] td`).nth(1)).toHaveText(words);
  }
  await picture(page, 'chemicals');
  await dialog.getByRole('button', { name: '仅导入有效行' }).click();
  await says(dialog, '已新增35条，更新0条，0条没有变化，5行未导入');
  const report = await reportOf(page, dialog);
  await dialog.getByRole('button', { name: '重新选择文件' }).click();
  await give(
    dialog,
    mended(
      report,
      Array.from({ length: 40 }, (_, at) => good(at)),
    ),
  );
  await says(dialog, '共5行，有效5行，有错误0行');
  await dialog.getByRole('button', { name: '全部成功才导入' }).click();
  await says(dialog, '已新增5条，更新0条，0条没有变化，0行未导入');
  const query = { name, size: '1' };
  expect((await safety.call<WirePage<StoredRecord>>('GET', 'safety/chemical/page', { query })).total).toBe(40);
});
