// `node --max-semi-space-size=8 tests/bench/export-rows.ts <rows>`: a server with so many records of one entity, started
// with the flags of the product, exports them as a job. Prints the rows that the file holds, and the peak of the
// server's memory beyond what it held idle and warm; `refused` is what who would wait for the file is told. PostgreSQL has processes of its own.
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import yauzl from 'yauzl';
import { hasEnded, type LongJob, type StartedJob } from '../../src/core/wire/long-job.ts';
import { type SignedIn, startTestServer, type TestServer } from '../fixtures/test-server.ts';

const CALLS = '/api/anlan-safety/securitysystem/lawsregulations';
const WARM = 6_000;
const AT_ONCE = 5_000;

const rows = Number(process.argv[2] ?? 100_000);
const server = await startTestServer();
const officer = await server.signIn('safetyOfficer');
await fill(server, '热', WARM);
await fill(server, '多', rows);
await exported(server, officer, '热');
await sleep(2_000);

const idle = process.memoryUsage.rss();
let peak = idle;
const watch = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss());
}, 20);
const started = performance.now();
const job = await exported(server, officer, '多');
clearInterval(watch);
const ms = Math.round(performance.now() - started);
const mb = (bytes: number) => Math.round(bytes / 1e5) / 10;
const atOnce = await server.main.inject({ url: exportOf('多'), headers: officer.headers });
const refused = atOnce.headers['content-type']?.toString().includes('json') ? atOnce.json<{ msg: string }>().msg : '';
const counted = await rowsIn(await fetched(server, officer, job));
await server.stop();
process.stdout.write(
  `${JSON.stringify({ bench: 'export-rows', rows: counted, refused, ms, mb: mb(peak - idle), idleMb: mb(idle) })}\n`,
);
process.exit(0);

/** Writes so many records, some at a time: a statement has the few seconds of a call. */
async function fill({ database }: TestServer, name: string, count: number): Promise<void> {
  for (let from = 1; from <= count; from += AT_ONCE) {
    const to = Math.min(from + AT_ONCE - 1, count);
    await database.transaction('645967', (connection) =>
      connection.execute(
        `insert into data."lawRegulation" (id, "tenantId", version, status, name, "docNo", "createTime", "isDeleted")
         select $1 || n, '645967', 1, 'draft', $1 || '法' || n, $1 || '字' || n || '号', now(), 0
         from generate_series($2::int, $3::int) n`,
        [name, from, to],
      ),
    );
  }
}

function exportOf(name: string): string {
  return `${CALLS}/export?page=law&name=${encodeURIComponent(name)}`;
}

/** Has the records of this name exported in the background, and waits for the end. */
async function exported({ main }: TestServer, { headers }: SignedIn, name: string): Promise<LongJob> {
  const get = async <T>(url: string) => (await main.inject({ url, headers })).json<{ msg: string; data: T }>();
  const asked = await get<StartedJob>(`${exportOf(name)}&background=true`);
  if (asked.data?.job === undefined) throw new Error(asked.msg);
  for (;;) {
    const { data } = await get<LongJob>(`/api/anlan-system/long-job/detail?id=${asked.data.job.id}`);
    if (hasEnded(data)) {
      if (data.state !== 'done') throw new Error(data.message);
      return data;
    }
    await sleep(500);
  }
}

async function fetched({ main }: TestServer, { headers }: SignedIn, { file }: LongJob): Promise<Buffer> {
  const url = `/api/anlan-safety/fileserver/downLoadFileById?id=${file?.attachId}`;
  return (await main.inject({ url, headers })).rawPayload;
}

/** Rows of the first sheet below its heading, counted in the file itself. */
async function rowsIn(content: Buffer): Promise<number> {
  const zip = await promisify<Buffer, yauzl.Options, yauzl.ZipFile>(yauzl.fromBuffer)(content, { lazyEntries: false });
  return new Promise((resolve, reject) => {
    zip.on('error', reject);
    zip.on('entry', (entry: yauzl.Entry) => {
      if (entry.fileName !== 'xl/worksheets/sheet1.xml') return;
      zip.openReadStream(entry, async (error, stream) => {
        if (error !== null || stream === undefined) return reject(error ?? new Error('no sheet'));
        let count = 0;
        let left = '';
        for await (const chunk of stream.setEncoding('utf8')) {
          const parts = `${left}${chunk}`.split('<row ');
          count += parts.length - 1;
          left = (parts.at(-1) ?? '').slice(-4);
        }
        resolve(count - 1);
      });
    });
  });
}
