import { tableName } from '../../src/compile/sql/plan-tables.ts';
import type { EntityModel } from '../../src/core/model/entity-model.ts';
import type { TestServer } from '../fixtures/test-server.ts';

/** What records of the fuzz need besides themselves: files that exist, and names that nobody has taken. */
interface FuzzStock {
  /** Ids of files that will exist for whoever sends the records, once `upload` has been called. */
  files(accept: readonly string[] | undefined, count: number): readonly string[];
  /** Makes the files that were asked for, as uploads of a person. */
  upload(userId: string): Promise<void>;
  /** After records were stored: they give their names and numbers free again, all but the first, and their files. */
  free(model: EntityModel, stored: readonly string[]): Promise<void>;
}

const PREFIX = 'fuzzfile';

/** Without it only the first record of each sample would ever be stored: the next one finds its name and files taken. */
export function createFuzzStock(server: () => TestServer, tenantId: string): FuzzStock {
  const wanted = new Map<string, string>();
  const kept = new Set<string>();
  let last = 0;
  return {
    files(accept, count) {
      return Array.from({ length: count }, () => {
        last += 1;
        const id = `${PREFIX}${last}`;
        wanted.set(id, accept?.[0]?.replace(/^\./, '') ?? 'png');
        return id;
      });
    },
    async upload(userId) {
      const rows = [...wanted].map(([id, extension]) => ({ id, extension }));
      wanted.clear();
      await server().database.transaction(tenantId, (connection) =>
        connection.execute(
          `insert into data.attach (id, "tenantId", "createUser", "originalName", name, link, extension, "contentType",
             "attachSize", sha256)
           select f.id, $1, $2, f.id || '.' || f.extension, f.id, '/' || f.id, f.extension, 'application/octet-stream', 1, f.id
           from jsonb_to_recordset($3::jsonb) as f(id text, extension text)`,
          [tenantId, userId, JSON.stringify(rows)],
        ),
      );
    },
    async free(model, stored) {
      const [first, ...others] = stored;
      if (first === undefined || model.scope === 'global') return;
      const gone = kept.has(model.key) ? stored : others;
      kept.add(model.key);
      await server().database.transaction(tenantId, async (connection) => {
        await connection.execute(
          `update ${tableName(model.id)} set "isDeleted" = 1 where "tenantId" = $1 and id = any($2)`,
          [tenantId, gone],
        );
        await connection.execute(
          `update data.attach set "bizType" = null, "bizId" = null where "tenantId" = $1 and starts_with(id, $2) and "bizId" is not null`,
          [tenantId, PREFIX],
        );
      });
    },
  };
}
