import type { CrashAnswer, CrashClient } from './crash-client.ts';

/** Entities of the stream, with where each is called. */
export const crashEntities = {
  lawRegulation: { base: 'safety/securitysystem/lawsregulations', page: 'list-conditions', token: 'docNo' },
  peril: { base: 'safety/peril', page: 'page', token: 'perilName' },
} as const;

export type CrashEntity = keyof typeof crashEntities;

/** What was acknowledged about a file. */
interface LedgerFile {
  readonly sha256: string;
  readonly size: number;
  /** Who uploaded it, and may read it as long as no record has it. */
  readonly owner: CrashClient;
}

/** What was acknowledged about a record, and by how many writes. */
export interface LedgerRecord {
  readonly entity: CrashEntity;
  readonly id: string;
  /** Value that no other record of the stream has, in the field of {@link crashEntities}. */
  readonly token: string;
  /** Who reads it back. */
  readonly reader: CrashClient;
  fields: Readonly<Record<string, unknown>>;
  status: string;
  /** Undefined after a write whose answer does not tell it. */
  version: number | undefined;
  /** Acknowledged writes, each of which has left a row in the log. */
  writes: number;
  /** Rows of child entities by entity. */
  children: Readonly<Record<string, number>>;
  /** Files of the record and of its children. */
  files: readonly string[];
}

/** Everything that the product has acknowledged. */
export interface Ledger {
  readonly files: Map<string, LedgerFile>;
  readonly records: Map<string, LedgerRecord>;
  /** Records written since they were last read back. */
  readonly fresh: Set<string>;
  /** Idempotency keys under which something was acknowledged. */
  readonly keys: Set<string>;
  acknowledged: number;
  /** Writes whose outcome was unknown when the product died: in all, then found done, then found not done. */
  readonly unknown: { total: number; done: number; undone: number; retried: number };
  /** Everything that is not as it must be. */
  readonly faults: string[];
}

export function createLedger(): Ledger {
  return {
    files: new Map(),
    records: new Map(),
    fresh: new Set(),
    keys: new Set(),
    acknowledged: 0,
    unknown: { total: 0, done: 0, undone: 0, retried: 0 },
    faults: [],
  };
}

type WireRow = Readonly<Record<string, unknown>>;

/** A value as the answer gives it, reduced to what was sent: uploads are answered with their links. */
function plain(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  return value.map((entry: unknown) =>
    typeof entry === 'object' && entry !== null && 'attachId' in entry ? entry.attachId : entry,
  );
}

/** What of a record is not as expected; empty where all is. */
export function differences(
  found: WireRow,
  expected: Pick<LedgerRecord, 'fields' | 'status'> & { readonly version?: number | undefined },
): string[] {
  const faults: string[] = [];
  const wanted = { ...expected.fields, status: expected.status };
  for (const [key, value] of Object.entries(wanted)) {
    if (JSON.stringify(plain(found[key])) !== JSON.stringify(value)) {
      faults.push(`${key} ${JSON.stringify(plain(found[key]))}，应为 ${JSON.stringify(value)}`);
    }
  }
  if (expected.version !== undefined && found.version !== expected.version) {
    faults.push(`version ${String(found.version)}，应为 ${expected.version}`);
  }
  return faults;
}

/** Reads one record as its reader sees it; undefined where there is none. Throws where the product does not answer. */
export async function readBack(reader: CrashClient, entity: CrashEntity, id: string): Promise<WireRow | undefined> {
  const answer = await answered(reader.call('GET', `${crashEntities[entity].base}/detail`, { query: { id } }));
  if (answer.status === 404) return undefined;
  if (answer.status !== 200) throw new Error(`${entity} ${id} 不能读取：${answer.status} ${answer.body.msg}`);
  return answer.body.data;
}

/** Records of an entity with a token. */
export async function findByToken(reader: CrashClient, entity: CrashEntity, token: string): Promise<WireRow[]> {
  const { base, page, token: field } = crashEntities[entity];
  const answer = await answered(
    reader.call<{ records: WireRow[] }>('GET', `${base}/${page}`, { query: { [field]: token, size: '10' } }),
  );
  if (answer.status !== 200) throw new Error(`${entity} 列表不能读取：${answer.status} ${answer.body.msg}`);
  return answer.body.data.records.filter((row) => row[field] === token);
}

/** An answer of a product that runs; throws where there is none. */
export async function answered<T>(call: Promise<CrashAnswer<T> | undefined>): Promise<CrashAnswer<T>> {
  const answer = await call;
  if (answer === undefined) throw new Error('服务端在运行却没有应答');
  return answer;
}

/** Reads records back field by field and their files byte by byte, and notes what is not as acknowledged. */
export async function verify(ledger: Ledger, ids: Iterable<string>): Promise<void> {
  const queue = [...ids].values();
  const lane = async () => {
    for (const id of queue) {
      const record = ledger.records.get(id);
      if (record !== undefined) await verifyRecord(ledger, record);
    }
  };
  await Promise.all(Array.from({ length: 6 }, lane));
}

async function verifyRecord(ledger: Ledger, record: LedgerRecord): Promise<void> {
  const name = `${record.entity} ${record.id}`;
  const found = await readBack(record.reader, record.entity, record.id);
  if (found === undefined) {
    ledger.faults.push(`${name} 丢失`);
    return;
  }
  for (const fault of differences(found, record)) ledger.faults.push(`${name}：${fault}`);
  record.version = found.version as number;
  for (const id of record.files) await verifyFile(ledger, id, record.reader);
}

/** Reads one acknowledged file back. */
export async function verifyFile(ledger: Ledger, id: string, reader?: CrashClient): Promise<void> {
  const file = ledger.files.get(id);
  if (file === undefined) return;
  try {
    const found = await (reader ?? file.owner).download(id);
    if (found.sha256 !== file.sha256 || found.size !== file.size) ledger.faults.push(`文件 ${id} 的内容变了`);
  } catch (error) {
    ledger.faults.push(error instanceof Error ? error.message : String(error));
  }
}
