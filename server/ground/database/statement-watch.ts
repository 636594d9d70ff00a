import pg from 'pg';

/** How many times as long as it may compute a statement may wait for what another transaction holds. */
const WAITS = 3;
/** Milliseconds after which one that waits is looked at again. */
const LOOKS_AGAIN = 1_000;
/** Milliseconds in which the database says what a statement does, and in which one that was ended answers. */
const LOOKS_WITHIN = 1_000;
/** How late a deadline may be looked at before it says nothing: the process had no turn, and answers wait to be read. */
const LATE = 100;

/** Sees to it that no statement takes longer than it may. */
export interface StatementWatch {
  /**
   * What the database answers. After `patience` milliseconds the statement is ended, unless it only waits for what another
   * transaction holds: then after three times as long. Throws where the database says nothing any more; the connection
   * must then be given up, and what it answers later is lost.
   */
  answered<T>(client: pg.ClientBase, answer: Promise<T>, patience: number): Promise<T>;
  close(): Promise<void>;
}

/** Milliseconds after which the database itself ends a statement of a process that no longer watches it. */
export function outerLimit(patience: number): number {
  return patience * WAITS + 2 * LOOKS_WITHIN;
}

/** Watches over a connection of its own, which is made when a statement is late. */
export function openStatementWatch(config: pg.PoolConfig): StatementWatch {
  const pool = new pg.Pool({
    ...config,
    max: 1,
    connectionTimeoutMillis: LOOKS_WITHIN,
    query_timeout: LOOKS_WITHIN,
    statement_timeout: LOOKS_WITHIN,
    idleTimeoutMillis: 5_000,
  });
  pool.on('error', () => {});

  /** Looks at what a session does; undefined where the database does not say. */
  const look = (pid: number | undefined, ends: { readonly working: boolean; readonly waiting: boolean }) =>
    pool.query<Looked>(LOOK, [pid, ends.working, ends.waiting]).then(
      // Nothing runs any more, and its answer is on its way.
      ({ rows }) => rows[0] ?? { isWaiting: false, isEnded: true },
      () => undefined,
    );

  return {
    answered<T>(client: pg.ClientBase, answer: Promise<T>, patience: number): Promise<T> {
      return new Promise((resolve, reject) => {
        let isAnswered = false;
        let timer: NodeJS.Timeout;
        const latest = performance.now() + patience * WAITS;
        const after = (milliseconds: number, act: () => void) => {
          const due = performance.now() + milliseconds;
          timer = setTimeout(() => {
            // Deadlines are looked at before answers are read: a process that had no turn for seconds reads these first.
            if (performance.now() - due > LATE) after(LATE, act);
            else act();
          }, milliseconds);
        };
        const giveUp = () => reject(new Error('Query read timeout'));
        const judge = async (hasWaited: boolean) => {
          // Whoever waited a moment ago and works now has only just begun to.
          const ends = { working: !hasWaited, waiting: performance.now() >= latest };
          const looked = await look(processOf(client), ends);
          if (isAnswered) return;
          if (looked === undefined) giveUp();
          else if (looked.isEnded) after(LOOKS_WITHIN, giveUp);
          else after(LOOKS_AGAIN, () => judge(looked.isWaiting));
        };
        after(patience, () => judge(false));
        answer
          .finally(() => {
            isAnswered = true;
            clearTimeout(timer);
          })
          .then(resolve, reject);
      });
    },
    close: () => pool.end(),
  };
}

interface Looked {
  /** Whether it waits for what another transaction holds. */
  readonly isWaiting: boolean;
  /** Whether it has been ended, now or by itself. */
  readonly isEnded: boolean;
}

/** What a session does; one that computes is ended where `$2` says so, and one that waits where `$3` does. */
const LOOK = `select waits as "isWaiting", case when case when waits then $3::boolean else $2::boolean end then pg_cancel_backend(pid) else false end
  as "isEnded" from (select pid, wait_event_type is not distinct from 'Lock' as waits from pg_stat_activity
  where pid = $1 and state = 'active') as session`;

/** The process that serves a session. The driver knows it, its types do not. */
function processOf(client: pg.ClientBase): number | undefined {
  return (client as { processID?: number | null }).processID ?? undefined;
}
