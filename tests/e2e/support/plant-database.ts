import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { clusterRoles, socketUrl } from '../../../server/ground/database/supervisor-cluster.ts';

/** The database of a server of the stories, above all rows of all companies: for what nobody could enter in a story's time. */
export async function inDatabase<T>(dataDir: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const folder = join(dataDir, 'postgres');
  const { superuser } = JSON.parse(readFileSync(join(folder, 'secrets.json'), 'utf8')) as { superuser: string };
  // Where the folder's path is too long for a socket it lies elsewhere, as the database's process says.
  const [, , , , sockets = ''] = readFileSync(join(folder, 'cluster/postmaster.pid'), 'utf8').split('\n');
  const client = new pg.Client({
    connectionString: socketUrl(sockets, clusterRoles.superuser, superuser, clusterRoles.database),
  });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
