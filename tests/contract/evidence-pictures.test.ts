import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFileIntake, type FileIntake } from '../../server/files/file-intake.ts';
import { createFileStore } from '../../server/files/file-store.ts';
import type { Entity } from '../../src/core/dialect/entity.generated.ts';
import type { WireRecord } from '../../src/core/wire/contract.ts';
import { DRAWN_SIGNATURE, grayPng } from '../fixtures/drawn-signature.ts';
import { createEntityServer, type EntityServer, type TestPerson } from '../fixtures/entity-server.ts';
import { grayJpeg } from '../fixtures/jpeg.ts';
import { SITE_PHOTO } from '../fixtures/photo.ts';
import { swellingPng } from '../fixtures/swelling-png.ts';

const P = '/api/anlan-safety';
const officer: TestPerson = { userId: 'u1', roleCodes: ['safetyOfficer'] };
const grants = { everyone: ['view', 'add', 'edit', 'delete'] };

const check: Entity = {
  dialect: 1,
  entity: 'signedCheck',
  title: '签字检查',
  api: { service: 'safety', base: 'signedcheck' },
  record: {
    type: 'object',
    required: ['name'],
    properties: {
      name: { title: '名称', field: 'input', type: 'string', maxLength: 20 },
      sign: { title: '检查人签名', field: 'signature', type: 'object' },
      photos: { title: '现场照片', field: 'upload', type: 'array', media: 'image' },
      cards: { title: '图片', field: 'upload', type: 'array', listType: 'picture-card' },
      papers: { title: '附件', field: 'upload', type: 'array' },
      people: {
        title: '人员',
        field: 'subTable',
        type: 'array',
        items: {
          type: 'object',
          properties: {
            who: { title: '姓名', field: 'input', type: 'string', maxLength: 20 },
            sign: { title: '签名', field: 'signature', type: 'object' },
          },
        },
      },
    },
  },
  pages: { signedCheck: { title: '签字检查', columns: ['name'], actions: ['add', 'edit', 'delete'], grants } },
  permissions: { scope: { everyone: 'tenant' } },
};

const address = (png: Buffer) => `data:image/png;base64,${png.toString('base64')}`;
const white = () => false;
const dot = (x: number, y: number) => (x - 60) ** 2 + (y - 30) ** 2 < 6;

/** A drawing with so many pixels. */
function huge(): Buffer {
  const png = Buffer.from(grayPng(180, 60, white));
  png.writeUInt32BE(60_000, 16);
  png.writeUInt32BE(60_000, 20);
  return png;
}

describe('evidence that is drawn or photographed', () => {
  let server: EntityServer;
  let intake: FileIntake;
  let folder: string;
  beforeAll(async () => {
    server = await createEntityServer({ entities: { test: [check] } });
    folder = await mkdtemp(join(tmpdir(), 'anlan-pictures-'));
    const drive = createFileStore({ folder });
    intake = createFileIntake({
      database: server.database,
      drive,
      clock: server.context().clock,
      servicePrefix: 'anlan',
      ids: server.services.ids,
    });
  });
  afterAll(async () => {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  });

  const submit = (body: object) =>
    server.call<WireRecord>(officer, `POST ${P}/signedcheck/submit`, { name: '甲', ...body });

  const BLANKS: readonly (readonly [what: string, image: string, msg: string])[] = [
    ['one pixel', address(grayPng(1, 1, () => true)), '签名的笔迹过少，请完整书写姓名'],
    ['the first bytes of a PNG', 'data:image/png;base64,iVBORw0KGgoAAAAN', '签名图片无法打开，请重新签名'],
    ['an empty paper', address(grayPng(180, 60, white)), '签名是空白的，请手写签名'],
    ['a dot', address(grayPng(180, 60, dot)), '签名的笔迹过少，请完整书写姓名'],
    ['nothing but ink', address(grayPng(180, 60, () => true)), '签名没有可辨认的笔迹，请重新签名'],
    ['a drawing that swells', address(swellingPng(40_000_000)), '签名图片无法打开，请重新签名'],
    ['billions of pixels', address(huge()), '签名图片过大，请重新签名'],
    ['half a drawing', DRAWN_SIGNATURE.slice(0, 120), '签名图片无法打开，请重新签名'],
  ];

  it.each(BLANKS)('is no signature: %s', async (_, image, msg) => {
    const alone = await submit({ sign: { image } });
    expect([alone.status, alone.errors]).toEqual([400, [{ pointer: '/sign', msg: `检查人签名：${msg}` }]]);
    const rows = await submit({ people: [{ who: '张甲', sign: { image: DRAWN_SIGNATURE } }, { sign: { image } }] });
    expect([rows.status, rows.errors]).toEqual([400, [{ pointer: '/people/1/sign', msg: `人员第2行签名：${msg}` }]]);
  });

  it('is a signature where somebody drew it, and stays when the record is saved again', async () => {
    const { status, data } = await submit({ sign: { image: DRAWN_SIGNATURE } });
    expect(status).toBe(200);
    const again = await submit({ id: data.id, version: data.version, name: '乙', sign: data.sign });
    expect(again.status).toBe(200);
  });

  /** A photo as the person uploaded it. */
  async function uploaded(name: string, content: Uint8Array): Promise<string> {
    return (await intake.store({ tenantId: '645967', userId: 'u1', deptId: '' }, name, content)).id;
  }

  const SHOWN = { photos: '现场照片', cards: '图片' } as const;
  const PHOTOS: readonly (readonly [name: string, content: Buffer, msg: string])[] = [
    ['像素.png', grayPng(1, 1, white), '图片的宽和高至少32像素'],
    ['白.png', grayPng(64, 48, white), '图片只有一种颜色，请上传实际拍摄的照片'],
    ['白.jpg', grayJpeg(64, 48, () => 255), '图片只有一种颜色，请上传实际拍摄的照片'],
    ['头.jpg', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0]), '图片已损坏，无法打开'],
    ['残.png', SITE_PHOTO.subarray(0, 90), '图片已损坏，无法打开'],
    ['胀.png', swellingPng(40_000_000), '图片已损坏，无法打开'],
    ['巨.png', huge(), '图片过大，无法核验，请缩小后重新上传'],
  ];

  it.each(PHOTOS)('is no photo: %s', async (name, content, msg) => {
    for (const [key, title] of Object.entries(SHOWN)) {
      const answer = await submit({ [key]: [await uploaded(name, content)] });
      expect([answer.status, answer.errors]).toEqual([400, [{ pointer: `/${key}`, msg: `${title}“${name}”：${msg}` }]]);
    }
    // What is only kept need not show anything.
    expect((await submit({ papers: [await uploaded(name, content)] })).status).toBe(200);
  });

  it('is a photo where something is to be seen', async () => {
    const lit = grayJpeg(640, 480, (x, y) => (x + y) % 256);
    const photos = [await uploaded('现场.png', SITE_PHOTO), await uploaded('现场.jpg', lit)];
    expect((await submit({ photos })).status).toBe(200);
  });
});
