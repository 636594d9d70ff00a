/** Something that waits on this machine to be sent. */
export interface InOutbox<Item> {
  readonly key: number;
  readonly item: Item;
  /** Whether it goes with the page, since the browser had no room or keeps nothing. */
  readonly passing?: true;
}

/**
 * Things that wait on this machine's disk until the server has them. All tabs of the origin see the same, and a browser
 * that was killed finds them again.
 */
export interface Outbox<Item> {
  /** Keeps a thing behind all others; settles once a killed browser would find it again. */
  keep(item: Item): Promise<InOutbox<Item>>;
  all(): Promise<readonly InOutbox<Item>[]>;
  /** Keeps another thing in the place of one; says whether that was still there. */
  change(kept: InOutbox<Item>): Promise<boolean>;
  drop(keys: readonly number[]): Promise<void>;
}

const DATABASE = 'anlan-outbox';
const STORE = 'kept';

interface Row {
  readonly queue: string;
  readonly item: unknown;
}

let opened: Promise<IDBDatabase> | undefined;

function database(): Promise<IDBDatabase> {
  opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(STORE, { autoIncrement: true }).createIndex('queue', 'queue');
    };
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      const { result } = request;
      const forget = () => {
        result.close();
        opened = undefined;
      };
      result.onversionchange = forget;
      result.onclose = forget;
      resolve(result);
    };
  });
  opened.catch(() => {
    opened = undefined;
  });
  return opened;
}

/** Does something to the store; settles when it is on the disk. */
async function within<Result>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => () => Result) {
  const transaction = (await database()).transaction(STORE, mode, { durability: 'strict' });
  return new Promise<Result>((resolve, reject) => {
    const result = work(transaction.objectStore(STORE));
    transaction.oncomplete = () => resolve(result());
    transaction.onabort = () => reject(transaction.error);
    // A page that closes now has asked for it already.
    if (mode === 'readwrite') transaction.commit();
  });
}

/** What waits in a queue; `queue` says whose it is and of what, so that nobody is shown another person's. */
export function openOutbox<Item>(queue: string): Outbox<Item> {
  // What the browser has no room for is sent all the same, as long as the page stands.
  let passing: readonly InOutbox<Item>[] = [];
  let last = 0;
  const onDisk = (store: IDBObjectStore) => {
    const found: InOutbox<Item>[] = [];
    const request = store.index('queue').openCursor(IDBKeyRange.only(queue));
    request.onsuccess = () => {
      const cursor = request.result;
      if (cursor === null) return;
      found.push({ key: Number(cursor.primaryKey), item: (cursor.value as { readonly item: Item }).item });
      cursor.continue();
    };
    return () => found;
  };
  const all = async () => [...(await within('readonly', onDisk).catch(() => [])), ...passing];
  const isPassing = (key: number) => key < 0;
  return {
    all,
    async keep(item) {
      try {
        const key = await within('readwrite', (store) => {
          const request = store.add({ queue, item } satisfies Row);
          return () => Number(request.result);
        });
        return { key, item };
      } catch {
        last -= 1;
        const made = { key: last, item, passing: true } as const;
        passing = [...passing, made];
        return made;
      }
    },
    async change(made) {
      const { key, item } = made;
      if (!(await all()).some((kept) => kept.key === key)) return false;
      if (isPassing(key)) passing = passing.map((kept) => (kept.key === key ? made : kept));
      else
        await within('readwrite', (store) => {
          store.put({ queue, item } satisfies Row, key);
          return () => undefined;
        });
      return true;
    },
    async drop(keys) {
      passing = passing.filter(({ key }) => !keys.includes(key));
      const stored = keys.filter((key) => !isPassing(key));
      if (stored.length === 0) return;
      await within('readwrite', (store) => {
        for (const key of stored) store.delete(key);
        return () => undefined;
      });
    },
  };
}
