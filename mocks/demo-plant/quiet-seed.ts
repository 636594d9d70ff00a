import { quietTurns } from '../../server/flow/turns/turns.ts';
import type { Config } from '../../server/ground/config.ts';
import { createListeners } from '../../server/ground/listeners.ts';
import { createTenantKeys } from '../../server/ground/tenant-keys.ts';
import type { EntityServices, Parts, PlatformRules } from '../../server/records/call/ports.ts';

/** Nobody of the demo plant is held to the rules of passwords, and its powers are divided as they are written. */
const platform: PlatformRules = {
  passwordFault: async () => undefined,
  writeOwnPassword: (_connection, _context, _hash, write) => write(),
  recordFaults: async () => [],
};

/** A plant that is still being written: nobody is told of anything, nothing is timed, and nothing is asked for. */
const quietParts: Parts = {
  approvals: {
    open: () => Promise.reject(new Error('演示工厂的基础数据不经审批')),
    against: async () => () => undefined,
    cancel: async () => 0,
  },
  timers: {
    arm: async () => {},
    armRows: async () => {},
    drop: async () => {},
    armLevel: async () => {},
    dropLevel: async () => {},
  },
  notices: { send: async () => {}, entered: async () => {}, touch: async () => {} },
  evidence: { seal: () => Promise.reject(new Error('演示工厂的基础数据不存证')) },
  turns: quietTurns,
  outgoing: { leave: async () => {} },
};

/**
 * What writes the demo plant besides database, metadata, files and ids. Where an area has anonymous records, whoever writes
 * anything has a pseudonym, under the key of the installation.
 * @param parts those that are set off after all.
 */
export function quietSeed(
  { dataDir }: Pick<Config, 'dataDir'>,
  parts: Partial<Parts> = {},
): Pick<EntityServices, 'keys' | 'parts' | 'platform' | 'rules' | 'written'> {
  return {
    keys: createTenantKeys(dataDir),
    parts: { ...quietParts, ...parts },
    platform,
    rules: new Map(),
    written: createListeners(),
  };
}
