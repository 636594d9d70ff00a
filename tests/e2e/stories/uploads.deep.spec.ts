import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright/test';
import { demoClient } from '../../../server/ground/config.ts';
import { item, photos } from '../support/fill.ts';
import { enter, LAWS, type Person, personOf, storeLaw } from '../support/person.ts';
import { expect, type Product, test } from '../support/story.ts';

interface LawFile {
  record: { properties: Record<string, unknown> };
  form: { sections: { base: { fields: string[] } } };
  pages: { law: { columns: string[] } };
}

/** Laws have photographs and films of the site while the story runs. */
async function withMedia(product: Product, story: () => Promise<void>): Promise<void> {
  const file = join(product.schemas, 'areas/base/lawRegulation.entity.json');
  const shipped = await readFile(file, 'utf8');
  const changed = JSON.parse(shipped) as LawFile;
  const files = { field: 'upload', type: 'array', items: { type: 'string' } };
  Object.assign(changed.record.properties, {
    sitePhotos: { title: '现场照片', ...files, listType: 'picture-card', mediaRatio: '4:3' },
    siteFilms: { title: '现场视频', ...files, media: 'video' },
  });
  changed.form.sections.base.fields.push('sitePhotos', 'siteFilms');
  changed.pages.law.columns.splice(1, 0, 'sitePhotos');
  try {
    await writeFile(file, JSON.stringify(changed, null, 2));
    await story();
  } finally {
    await writeFile(file, shipped);
  }
}

/** A second of film, made by the browser. */
async function film(page: Page): Promise<Buffer> {
  const text = await page.evaluate(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 320, height: 180 });
    const recorder = new MediaRecorder(canvas.captureStream(20), { mimeType: 'video/webm' });
    const parts: Blob[] = [];
    recorder.ondataavailable = ({ data }) => parts.push(data);
    const ended = new Promise((resolve) => {
      recorder.onstop = resolve;
    });
    recorder.start();
    const pen = canvas.getContext('2d');
    for (let step = 0; step < 20; step += 1) {
      if (pen !== null) {
        pen.fillStyle = `hsl(${step * 18} 60% 50%)`;
        pen.fillRect(0, 0, 320, 180);
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    recorder.stop();
    await ended;
    const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  });
  return Buffer.from(text, 'base64');
}

async function putFile(product: Product, person: Person, name: string, content: string): Promise<string> {
  const body = new FormData();
  body.append('file', new Blob([content]), name);
  const answer = await fetch(`${product.url}/api/anlan-resource/oss/endpoint/put-file`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${demoClient.id}:${demoClient.secret}`).toString('base64')}`,
      'anlan-auth': `bearer ${person.accessToken}`,
      'tenant-id': person.tenantId,
    },
    body,
  });
  const { data, msg } = (await answer.json()) as { data: { attachId: string } | null; msg: string };
  if (data === null) throw new Error(msg);
  return data.attachId;
}

test('photographs and films go up, are looked at and played, and leave with the save', async ({ page, product }) => {
  const safety = await personOf(product.url, 'safety');
  const law = await storeLaw(safety);
  await withMedia(product, async () => {
    await enter(page, product.url, safety, `/safety/base/law/edit/${law.id}`);
    const pictures = item(page, 'sitePhotos');
    await expect(pictures).toBeVisible();
    await pictures
      .locator('input[type="file"]')
      .setInputFiles({ name: '说明.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') });
    await expect(pictures.getByRole('alert')).toHaveText('只能上传图片');
    await photos(page, 'sitePhotos', ['一.png', '二.png', '三.png']);
    await expect(pictures.getByRole('alert')).toHaveCount(0);
    await pictures.getByRole('button', { name: '前移二.png' }).press('Enter');
    await pictures.getByRole('button', { name: '删除三.png' }).click();
    await expect(page.getByText('删除成功')).toBeVisible();

    const films = item(page, 'siteFilms');
    await films
      .locator('input[type="file"]')
      .setInputFiles({ name: '一.png', mimeType: 'image/png', buffer: Buffer.from('x') });
    await expect(films.getByRole('alert')).toHaveText('只能上传视频!');
    await films
      .locator('input[type="file"]')
      .setInputFiles({ name: '巡检.webm', mimeType: 'video/webm', buffer: await film(page) });
    await expect(films.getByRole('button', { name: '删除巡检.webm' })).toBeVisible();
    // On a phone the camera comes first.
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(pictures.getByRole('button', { name: '从相册选择' })).toBeVisible();
    await expect(pictures.locator('input[type="file"]').first()).toHaveAttribute('capture', 'environment');
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect(pictures.locator('input[capture]')).toHaveCount(0);
    await page.getByRole('button', { name: /^保\s*存/ }).click();
    await expect(page).not.toHaveURL(/\/edit\//);

    await page.goto(`${product.url}/safety/base/law/view/${law.id}`);
    // In the order that was chosen.
    const first = page.getByRole('button', { name: '查看二.png' });
    await expect(first.getByRole('img')).toBeVisible();
    await first.press('Enter');
    const viewer = page.getByRole('dialog', { name: '查看图片' });
    await expect(viewer.getByText('1 / 2')).toBeVisible();
    const picture = viewer.getByRole('img', { name: /\.png$/ });
    await expect(picture).toHaveAttribute('alt', '二.png');
    const { violations } = await new AxeBuilder({ page }).include('dialog').analyze();
    expect(violations.map(({ id }) => id)).toEqual([]);
    await page.keyboard.press('+');
    await page.keyboard.press('r');
    await expect(viewer.getByText('110%')).toBeVisible();
    await expect(picture).toHaveAttribute('style', /rotate\(90deg\) scale\(1\.1, 1\.1\)/);
    await page.keyboard.press('ArrowRight');
    await expect(picture).toHaveAttribute('alt', '一.png');
    // The focus stays inside, however often it goes on.
    for (let press = 0; press < 20; press += 1) await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('dialog') !== null || !document.hasFocus())).toBe(
      true,
    );
    await page.keyboard.press('Escape');
    await expect(viewer).toHaveCount(0);
    await expect(first).toBeFocused();

    const video = page.locator('video');
    await expect.poll(() => video.evaluate((player: HTMLVideoElement) => player.videoWidth)).toBe(320);
    await video.evaluate(async (player: HTMLVideoElement) => {
      player.muted = true;
      await player.play();
    });
    await expect.poll(() => video.evaluate((player: HTMLVideoElement) => player.currentTime)).toBeGreaterThan(0.2);

    await page.goto(`${product.url}/safety/base/law?_q=${encodeURIComponent(law.name)}`);
    await page.getByRole('button', { name: /^查看二\.png，2个附件$/ }).click();
    await expect(viewer.getByText('1 / 2')).toBeVisible();
    await viewer.getByRole('button', { name: '关闭' }).click();
    await expect(page).toHaveURL(/law\?_q=/);

    // A file of the record goes when the record is saved without it, and not before.
    await page.goto(`${product.url}/safety/base/law/edit/${law.id}`);
    await pictures.getByRole('button', { name: '删除二.png' }).click();
    await expect(page.getByText('“二.png”已移除，保存后删除')).toBeVisible();
    const held = async () => {
      const record = await safety.call<{ sitePhotos: { originalName: string }[] }>('GET', `${LAWS}/detail`, {
        query: { id: law.id },
      });
      return record.sitePhotos.map(({ originalName }) => originalName);
    };
    expect(await held()).toEqual(['二.png', '一.png']);
    await page.getByRole('button', { name: /^保\s*存/ }).click();
    await expect.poll(held).toEqual(['一.png']);

    // Whoever goes round the form is told the same, with field and file.
    const text = await putFile(product, safety, '说明.txt', '不是照片');
    const now = await safety.call<{ version: number }>('GET', `${LAWS}/detail`, { query: { id: law.id } });
    const refused = await safety.ask('POST', `${LAWS}/submit`, {
      json: { id: law.id, version: now.version, sitePhotos: [text] },
    });
    expect([refused.status, refused.body.errors]).toEqual([
      400,
      [{ pointer: '/sitePhotos', msg: '现场照片“说明.txt”：只能上传图片' }],
    ]);
  });
});
