import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { APP_ROLE, type PlanStep, planDatabase } from '../../../src/compile/sql/diff-plan.ts';
import { quoteIdentifier } from '../../../src/core/expression/index.ts';
import type { EntityModel } from '../../../src/core/model/entity-model.ts';
import type { Database } from './database.ts';
import { sqlState } from './faults.ts';
import { introspectDatabase } from './introspect.ts';
import { installTableGuards } from './table-guards.ts';
import { installWriteMarks } from './write-marks.ts';

interface ApplyOptions {
  /** Whether steps that can lose data run too, or which of them. Default false: they are left over. */
  readonly consent?: boolean | ((step: PlanStep) => boolean);
  /** Worlds of tenants with edits of their own, whose columns and indexes stand too. Default none. */
  readonly overlaid?: readonly (readonly EntityModel[])[];
  /** Told before each step runs. */
  readonly onStep?: (step: PlanStep) => void;
  /** How long a change of an existing table waits for its lock before it lets others go first, in ms. Default 2000. */
  readonly lockTimeout?: number;
}

/** What applying did, and what it left because it needs consent. */
interface ApplyResult {
  readonly applied: readonly PlanStep[];
  readonly left: readonly PlanStep[];
}

/** The plan without applying it, for `npm run metadata -- plan`. */
export async function readDatabasePlan(
  database: Database,
  models: readonly EntityModel[],
  overlaid: readonly (readonly EntityModel[])[] = [],
): Promise<readonly PlanStep[]> {
  return database.withOwner(async (client) =>
    planDatabase(models, await introspectDatabase(client, database.appRole), overlaid),
  );
}

/**
 * Brings schema `data` to what the entities want: new tables in one transaction, changes of existing ones under a
 * lock timeout with retry, indexes on existing tables beside their writers. One process at a time; the others wait and
 * then find nothing to do.
 */
export async function applyDatabasePlan(
  database: Database,
  models: readonly EntityModel[],
  options: ApplyOptions = {},
): Promise<ApplyResult> {
  return database.withOwner(async (client) => {
    await takeLock(client);
    try {
      const actual = await introspectDatabase(client, database.appRole);
      const plan = planDatabase(models, actual, options.overlaid);
      const result = await applySteps(client, database.appRole, plan, options);
      const run = (statements: string) => withRetry(client, options, `begin;\n${statements};\ncommit`);
      await installTableGuards(client, database.guards, run);
      await installWriteMarks(client, models, run);
      return result;
    } finally {
      await client.query("select pg_advisory_unlock(hashtext('anlan.plan'))");
    }
  });
}

// Asked again and again instead of waited for: a waiting statement would itself hold up an index built concurrently.
async function takeLock(client: pg.ClientBase): Promise<void> {
  for (;;) {
    const { rows } = await client.query("select pg_try_advisory_lock(hashtext('anlan.plan')) as taken");
    if (rows[0]?.taken === true) return;
    await sleep(50);
  }
}

async function applySteps(
  client: pg.ClientBase,
  appRole: string,
  plan: readonly PlanStep[],
  options: ApplyOptions,
): Promise<ApplyResult> {
  const role = quoteIdentifier(appRole);
  const { consent = false } = options;
  const agreed = typeof consent === 'function' ? consent : () => consent;
  const left = plan.filter((step) => step.destructive && !agreed(step));
  const steps = plan.filter((step) => !left.includes(step));
  const text = (step: PlanStep) => step.sql.replaceAll(APP_ROLE, role);

  const creating = steps.filter((step) => step.creates);
  if (creating.length > 0) {
    for (const step of creating) options.onStep?.(step);
    // One message to the server: a first start makes some hundred tables and indexes.
    await withRetry(client, options, `begin;\n${creating.map(text).join(';\n')};\ncommit`);
  }
  for (const step of steps) {
    if (step.creates) continue;
    options.onStep?.(step);
    if (step.concurrently) await client.query(text(step));
    else await withRetry(client, options, `begin;\n${text(step)};\ncommit`);
  }
  return { applied: steps, left };
}

async function withRetry(client: pg.ClientBase, options: ApplyOptions, batch: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.query(`set lock_timeout = ${Math.round(options.lockTimeout ?? 2_000)}`);
      await client.query(batch);
      return;
    } catch (error) {
      await client.query('rollback');
      // 55P03: a long transaction holds the table. Stepping back lets the writers queued behind us go on.
      if (sqlState(error) !== '55P03' || attempt === 30) throw error;
      await sleep(200 * Math.min(attempt, 10));
    } finally {
      await client.query('set lock_timeout = 0');
    }
  }
}
