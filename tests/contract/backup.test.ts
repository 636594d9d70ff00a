import { createHash, randomBytes } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BackupError, MANIFEST, readManifest } from '../../server/ground/backup/manifest.ts';
import { restoreBackup } from '../../server/ground/backup/restore-backup.ts';
import { takeBackup } from '../../server/ground/backup/take-backup.ts';
import { type Postgres, startPostgres } from '../../server/ground/database/supervisor.ts';
import { patient } from '../fixtures/patience.ts';

const quiet = { info() {}, warn() {}, error() {} };
let folder: string;
let dataDir: string;
let postgres: Postgres;
const now = new Date('2026-11-23T01:00:00Z');

const start = (at: string) => startPostgres({ dataDir: join(at, 'postgres'), log: quiet, buffers: '32MB' });

async function query<Row extends pg.QueryResultRow>(
  at: Postgres,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: at.superUrl });
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}

/** Number and sum of all rows up to one, in order. */
const rowsHash = async (at: Postgres, most: number) =>
  (
    await query<{ count: string; sum: string }>(
      at,
      "select count(*), md5(string_agg(id || ':' || body, ',' order by id)) as sum from record where id <= $1",
      [most],
    )
  )[0];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'anlan-backup-'));
  dataDir = join(folder, 'plant');
  mkdirSync(join(dataDir, 'files', 'kept', 'a'), { recursive: true });
  mkdirSync(join(dataDir, 'files', 'arriving'), { recursive: true });
  writeFileSync(join(dataDir, 'files', 'kept', 'a', 'photo'), randomBytes(300_000));
  writeFileSync(join(dataDir, 'files', 'arriving', 'half'), 'x');
  writeFileSync(join(dataDir, 'token-secret'), 'a secret', { mode: 0o600 });
  postgres = await start(dataDir);
  await query(postgres, 'create table record (id bigint primary key, body text not null)');
  await query(postgres, 'insert into record select n, md5(n::text) from generate_series(1, 20000) n');
}, patient(120_000));

afterAll(async () => {
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Inserts rows one after the other until it is ended; gives the last one that was acknowledged. */
function writing(from: number): { end(): Promise<number>; last(): number } {
  let going = true;
  let last = from - 1;
  const done = (async () => {
    const client = new pg.Client({ connectionString: postgres.superUrl });
    await client.connect();
    for (let id = from; going; id += 1) {
      await client.query('insert into record values ($1, $2)', [id, randomBytes(200).toString('hex')]);
      last = id;
    }
    await client.end();
  })();
  return {
    last: () => last,
    async end() {
      going = false;
      await done;
      return last;
    },
  };
}

describe('a backup while the database serves', () => {
  it(
    'comes back on an empty machine with every row acknowledged before it, files and keys, hash-equal',
    async () => {
      const writer = writing(100_001);
      const target = join(folder, 'first');
      await new Promise((settle) => setTimeout(settle, 200));
      const before = writer.last();
      await takeBackup({ dataDir, target, version: '1.2.3', now });
      const after = await writer.end();
      expect(after).toBeGreaterThan(before);
      expect(readManifest(target)).toMatchObject({ format: 1, version: '1.2.3', postgres: '18' });
      expect(existsSync(`${target}.partial`)).toBe(false);

      const restored = join(folder, 'empty-machine');
      expect(await restoreBackup({ backup: target, dataDir: restored, now })).toBeUndefined();
      const hash = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex');
      for (const file of ['files/kept/a/photo', 'token-secret', 'postgres/secrets.json']) {
        expect(hash(join(restored, file)), file).toBe(hash(join(dataDir, file)));
      }
      expect(existsSync(join(restored, 'files', 'arriving', 'half'))).toBe(false);
      const other = await start(restored);
      try {
        const [{ most = 0 } = {}] = await query<{ most: number }>(other, 'select max(id)::int as most from record');
        expect(most).toBeGreaterThanOrEqual(before);
        // What was written later is whole up to some row, and has no hole.
        expect(await rowsHash(other, most)).toEqual(await rowsHash(postgres, most));
        await query(other, "insert into record values (0, 'goes on')");
      } finally {
        await other.stop();
      }
    },
    patient(180_000),
  );

  it(
    'leaves nothing that could be restored when it is interrupted, and the next one succeeds',
    async () => {
      const target = join(folder, 'second');
      const ending = new AbortController();
      const progress = (message: string) => message.includes('数据库') && ending.abort();
      await expect(
        takeBackup({ dataDir, target, version: '1', now, progress, signal: ending.signal }),
      ).rejects.toThrow();
      expect(existsSync(target)).toBe(false);
      expect(existsSync(join(`${target}.partial`, MANIFEST))).toBe(false);
      await expect(
        restoreBackup({ backup: `${target}.partial`, dataDir: join(folder, 'nowhere'), now }),
      ).rejects.toThrow('备份没有做完');
      expect(existsSync(join(folder, 'nowhere'))).toBe(false);
      await takeBackup({ dataDir, target, version: '1', now });
      expect(readManifest(target).files.length).toBeGreaterThan(500);
      // No slot is left that would keep the log for ever.
      expect(await query(postgres, 'select slot_name from pg_replication_slots')).toEqual([]);
    },
    patient(120_000),
  );

  it(
    'is refused, with the old state kept, where a file is damaged, is missing, or the format is newer',
    async () => {
      const target = join(folder, 'third');
      await takeBackup({ dataDir, target, version: '1', now });
      const old = join(folder, 'old-state');
      mkdirSync(old);
      writeFileSync(join(old, 'token-secret'), 'old');
      const restore = (more: object = {}) => restoreBackup({ backup: target, dataDir: old, now, ...more });
      await expect(restore()).rejects.toThrow('不是空的');
      const photo = join(target, 'data', 'files', 'kept', 'a', 'photo');
      const whole = readFileSync(photo);
      appendFileSync(photo, 'x');
      await expect(restore({ replace: true })).rejects.toThrow('files/kept/a/photo 与清单不一致');
      rmSync(photo);
      await expect(restore({ replace: true })).rejects.toThrow('备份缺少文件 files/kept/a/photo');
      writeFileSync(photo, whole);
      const manifest = readFileSync(join(target, MANIFEST), 'utf8');
      writeFileSync(join(target, MANIFEST), manifest.replace('"format": 1', '"format": 2'));
      await expect(restore({ replace: true })).rejects.toThrow(BackupError);
      expect(readFileSync(join(old, 'token-secret'), 'utf8')).toBe('old');
      writeFileSync(join(target, MANIFEST), manifest);
      const aside = await restore({ replace: true });
      expect(readFileSync(join(aside ?? '', 'token-secret'), 'utf8')).toBe('old');
      expect(readFileSync(join(old, 'token-secret'), 'utf8')).toBe('a secret');
    },
    patient(120_000),
  );

  it('is not restored over a data folder that is in use, nor made of a database that is stopped', async () => {
    const target = join(folder, 'third');
    await expect(restoreBackup({ backup: target, dataDir, replace: true, now })).rejects.toThrow('正在使用');
    await expect(
      takeBackup({ dataDir: join(folder, 'old-state'), target: join(folder, 'fourth'), version: '1', now }),
    ).rejects.toThrow('内置数据库没有运行');
    await expect(takeBackup({ dataDir, target, version: '1', now })).rejects.toThrow('已存在');
  });
});
