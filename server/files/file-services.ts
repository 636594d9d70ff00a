import { join } from 'node:path';
import type { Clock } from '../ground/context.ts';
import type { Database } from '../ground/database/database.ts';
import type { SnowflakeIds } from '../ground/database/snowflake.ts';
import type { FileLinks } from './contract.ts';
import { createFileIntake, type FileIntake } from './file-intake.ts';
import { createFileLinks } from './file-links.ts';
import { createFileStore, type FileStore } from './file-store.ts';

/** The parts that deal with files in one process; they are also what registerFiles and sweepFiles take. */
export interface FileServices {
  readonly database: Database;
  readonly clock: Clock;
  readonly ids: SnowflakeIds;
  readonly servicePrefix: string;
  readonly signingSecret: string;
  readonly drive: FileStore;
  readonly links: FileLinks;
  readonly intake: FileIntake;
}

/** The settings that files go by. */
export interface FileSettings {
  /** Contents lie in its folder `files`. */
  readonly dataDir: string;
  readonly servicePrefix: string;
  /** Signs links too, with a key derived for that. */
  readonly jwtSecret: string;
}

/** Makes the file parts of a process from the settings of its server. */
export function createFileServices(
  settings: FileSettings,
  database: Database,
  clock: Clock,
  ids: SnowflakeIds,
): FileServices {
  const common = {
    database,
    clock,
    ids,
    servicePrefix: settings.servicePrefix,
    signingSecret: settings.jwtSecret,
    drive: createFileStore({ folder: join(settings.dataDir, 'files') }),
  };
  return { ...common, links: createFileLinks(common), intake: createFileIntake(common) };
}
