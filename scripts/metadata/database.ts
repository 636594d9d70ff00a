import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { createPlatformDatabase } from '../../server/assembly/platform-database.ts';
import { createPlatformTables } from '../../server/assembly/platform-tables.ts';
import { loadConfig } from '../../server/ground/config.ts';
import { applyDatabasePlan, readDatabasePlan } from '../../server/ground/database/apply-plan.ts';
import { type OpenDatabase, openDatabase } from '../../server/ground/database/bootstrap.ts';
import type { Database } from '../../server/ground/database/database.ts';
import { postgresAccount } from '../../server/ground/database/supervisor-account.ts';
import {
  clusterFolder,
  clusterRoles,
  loadSecrets,
  socketFolder,
  socketUrl,
} from '../../server/ground/database/supervisor-cluster.ts';
import { SecondOwnerError } from '../../server/ground/database/supervisor-lock.ts';
import { importMetadata, overlaidModels, servedFiles, servedModels } from '../../server/metadata/importer.ts';
import { checkWorld, type JudgedWorld } from '../../server/metadata/judge/check-world.ts';
import { readMetadataFiles } from '../../server/metadata/metadata-files.ts';
import { outdatedResults } from '../../server/metadata/outdated-results.ts';
import type { PlanStep } from '../../src/compile/sql/diff-plan.ts';
import { hasErrors, type Problem } from '../../src/core/dialect/problem.ts';
import { printProblems, schemas } from './report.ts';

/** `plan [--sql]`: what the files would change in the database. Nothing is changed. */
export async function plan(args: readonly string[]): Promise<number> {
  const world = soundWorld();
  if (world === undefined) return 1;
  return withDatabase(async (database) => {
    const overlaid = await overlaidModels(database, world.parsed, new Map());
    const steps = await readDatabasePlan(database, [...world.models.values()], overlaid);
    printSteps(steps, args.includes('--sql'));
    const before = servedModels(await servedFiles(database), new Map());
    printProblemsIfAny(await outdatedResults(database, before, world.models, world.parsed));
    return 0;
  });
}

/** `apply [--consent]`: imports the files and changes the database; steps that lose data only with consent. */
export async function apply(args: readonly string[]): Promise<number> {
  const world = soundWorld();
  if (world === undefined) return 1;
  return withDatabase((database) =>
    applyFiles(database, world, { folder: schemas, consent: args.includes('--consent'), confirm: confirms }),
  );
}

/** How files are applied. */
interface Applying {
  readonly folder: string;
  /** Whether losses are agreed to beforehand. */
  readonly consent: boolean;
  /** Asks whether the losses that were counted are meant. */
  confirm(problems: readonly Problem[]): Promise<boolean>;
}

/** Imports the judged files of a folder, asking where records would lose values; gives the exit code. */
export async function applyFiles(
  database: Database,
  world: JudgedWorld,
  { folder, consent, confirm }: Applying,
): Promise<number> {
  await database.withOwner((client) => createPlatformTables(client, database.appRole));
  const options = { database, folder, settings: new Map(), now: () => new Date() };
  const first = await importMetadata(options);
  // What was held back for its losses is asked for; what lint refuses is not.
  const asked = first.problems.length > 0 && !consent && (await confirm(first.problems));
  const again = first.problems.length > 0 && (consent || asked);
  const { imported, problems, outdated } = again ? await importMetadata({ ...options, consent: true }) : first;
  // What passed at first is told of then alone.
  const told = new Set(outdated.map(placeOf));
  const redefined = [...outdated, ...first.outdated.filter((one) => !told.has(placeOf(one)))];
  const { applied, left } = await applyDatabasePlan(database, [...world.models.values()], {
    consent,
    overlaid: await overlaidModels(database, world.parsed, new Map()),
    onStep: (step) => console.log(`执行：${step.what}`),
  });
  console.log(`数据库变更 ${applied.length} 步，导入元数据 ${imported.length} 个文件`);
  if (left.length > 0) {
    console.log(`未执行 ${left.length} 步，它们会丢失数据，确认后加 --consent：`);
    printSteps(left, false);
  }
  return printProblemsIfAny([...problems, ...redefined]) ? 1 : 0;
}

const placeOf = ({ file, pointer }: Problem): string => `${file} ${pointer}`;

/** Prints what records would lose and asks at a terminal; elsewhere the answer is no. */
async function confirms(problems: readonly Problem[]): Promise<boolean> {
  printProblems(problems);
  if (!process.stdin.isTTY) {
    console.log('以上修改暂未采用；确认后加 --consent');
    return false;
  }
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return (await lines.question('确认采用以上修改？输入 yes 继续：')).trim() === 'yes';
  } finally {
    lines.close();
  }
}

function printProblemsIfAny(problems: readonly Problem[]): boolean {
  return problems.length > 0 && printProblems(problems);
}

/** All files, judged; undefined where they have errors, which are printed. */
function soundWorld(): JudgedWorld | undefined {
  const world = checkWorld(readMetadataFiles(schemas));
  if (!hasErrors(world.problems)) return world;
  printProblems(world.problems.filter((problem) => problem.severity === 'error'));
  return undefined;
}

function printSteps(steps: readonly PlanStep[], withSql: boolean): void {
  if (steps.length === 0) console.log('数据库与元数据一致，不需要变更');
  for (const [index, step] of steps.entries()) {
    const marks = [step.touchesData ? '涉及已有数据' : '', step.destructive ? '会丢失数据，须确认' : ''].filter(
      Boolean,
    );
    console.log(`${index + 1}. ${step.what}${marks.length > 0 ? `【${marks.join('；')}】` : ''}`);
    if (withSql) console.log(`   ${step.sql.replaceAll('\n', '\n   ')};`);
  }
}

/** Works on the database that the environment names, see `connect`. */
export async function withDatabase(work: (database: Database) => Promise<number>): Promise<number> {
  const open = await connect();
  const database = createPlatformDatabase({ appUrl: open.appUrl, ownerUrl: open.ownerUrl, connections: 2 });
  try {
    return await work(database);
  } finally {
    await database.close();
    await open.stop();
  }
}

/** The database of `DATABASE_URL`, that of the running server, or the embedded one started for the moment. */
async function connect(): Promise<OpenDatabase> {
  const { dataDir } = loadConfig(process.env);
  const quiet = { info: () => {}, warn: console.error, error: console.error };
  try {
    return await openDatabase(process.env, dataDir, quiet);
  } catch (error) {
    if (!(error instanceof SecondOwnerError)) throw error;
    const folder = join(dataDir, 'postgres');
    const account = postgresAccount(join(folder, 'cluster'));
    const secrets = loadSecrets(folder, clusterFolder(folder, account));
    const socket = socketFolder(folder, account);
    return {
      ownerUrl: socketUrl(socket, clusterRoles.owner, secrets.owner, clusterRoles.database),
      appUrl: socketUrl(socket, clusterRoles.app, secrets.app, clusterRoles.database),
      stop: async () => {},
    };
  }
}
