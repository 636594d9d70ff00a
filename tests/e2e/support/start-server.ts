import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { everyField } from '../../fixtures/entities/every-field.ts';
import { longForm } from '../../fixtures/entities/long-form.ts';
import { startProductServer } from './product-server.ts';

const shipped = join(import.meta.dirname, '../../../schemas');

/**
 * Before the first story: starts the server that all stories use, over a copy of the schemas that a story may change
 * and that holds samples besides, and tells the workers where they are. `ANLAN_CLIENT` takes another build of the client than `dist`; a server that
 * runs already is taken where `ANLAN_E2E_URL`, `ANLAN_E2E_ADMIN_URL` and `ANLAN_E2E_SCHEMAS` name it.
 */
export default async function startServer(): Promise<() => Promise<void>> {
  if (process.env.ANLAN_E2E_URL !== undefined) return async () => undefined;
  const schemas = mkdtempSync(join(tmpdir(), 'anlan-e2e-schemas-'));
  const forget = () => rmSync(schemas, { recursive: true, force: true });
  try {
    cpSync(shipped, schemas, { recursive: true });
    const samples = join(schemas, 'areas/samples');
    mkdirSync(samples);
    for (const entity of [longForm(), everyField()]) {
      writeFileSync(join(samples, `${entity.entity}.entity.json`), JSON.stringify(entity, null, 2));
    }
    const server = await startProductServer({ env: { ANLAN_SCHEMAS: schemas, ANLAN_WATCH: '1' } });
    process.env.ANLAN_E2E_URL = server.url;
    process.env.ANLAN_E2E_ADMIN_URL = server.adminUrl;
    process.env.ANLAN_E2E_SCHEMAS = schemas;
    return async () => {
      await server.stop();
      forget();
    };
  } catch (error) {
    forget();
    throw error;
  }
}
