import type { Connection } from '../../server/ground/database/database.ts';

/** Look-ups of names that stay the same as long as the demo plant is being written. */
const label = /^select t\.id, t\."[^"]+"::text as label from data\."(user|dept|riskArea)" t where t\."tenantId" = any/;

/**
 * A connection that asks once for the name of a person, a department or an area: a history names the same few again and
 * again, in its log and in its evidence, which is a quarter of all that it would ask.
 */
export function rememberingLabels(): (connection: Connection) => Connection {
  const known = new Map<string, Promise<readonly unknown[]>>();
  return (connection) => ({
    ...connection,
    query<Row>(text: string, values?: readonly unknown[], name?: string) {
      if (!label.test(text)) return connection.query<Row>(text, values, name);
      const key = JSON.stringify([connection.tenantId, text, values]);
      const held = known.get(key);
      if (held !== undefined) return held as Promise<Row[]>;
      const asked = connection.query<Row>(text, values, name);
      known.set(key, asked);
      asked.catch(() => known.delete(key));
      return asked;
    },
  });
}
