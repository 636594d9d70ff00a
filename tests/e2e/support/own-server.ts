import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Entity } from '../../../src/core/dialect/entity.generated.ts';
import { everyField } from '../../fixtures/entities/every-field.ts';
import { longForm } from '../../fixtures/entities/long-form.ts';
import { patient } from '../../fixtures/patience.ts';
import { startProductServer } from './product-server.ts';

const shipped = join(import.meta.dirname, '../../../schemas');

/** Where the server of a worker's stories is. */
export interface Product {
  /** The platform, without a slash at the end. */
  readonly url: string;
  /** The management system. */
  readonly adminUrl: string;
  /** Folder of the schemas that the server watches; a story that changes a file puts it back. */
  readonly schemas: string;
}

/** Whether the stories speak to a server that runs already. */
export const isGiven = process.env.ANLAN_E2E_URL !== undefined;

/**
 * Runs stories over a server of their own with the whole demo plant, and a copy of the schemas that a story may change and that holds samples
 * besides. `ANLAN_CLIENT` takes another build of the client than `dist`; a server that runs already is taken where
 * `ANLAN_E2E_URL`, `ANLAN_E2E_ADMIN_URL` and `ANLAN_E2E_SCHEMAS` name it.
 * @param further entities that only these stories want. Default none.
 */
export async function withOwnServer(
  stories: (product: Product) => Promise<void>,
  further: readonly Entity[] = [],
): Promise<void> {
  if (isGiven) {
    await stories({
      url: given('ANLAN_E2E_URL'),
      adminUrl: given('ANLAN_E2E_ADMIN_URL'),
      schemas: given('ANLAN_E2E_SCHEMAS'),
    });
    return;
  }
  const schemas = mkdtempSync(join(tmpdir(), 'anlan-e2e-schemas-'));
  try {
    cpSync(shipped, schemas, { recursive: true });
    const samples = join(schemas, 'areas/samples');
    mkdirSync(samples);
    for (const entity of [longForm(), everyField(), ...further]) {
      writeFileSync(join(samples, `${entity.entity}.entity.json`), JSON.stringify(entity, null, 2));
    }
    const server = await startProductServer({
      env: { ANLAN_SCHEMAS: schemas, ANLAN_WATCH: '1' },
      within: patient(120_000),
      filled: true,
    });
    try {
      await stories({ url: server.url, adminUrl: server.adminUrl, schemas });
    } finally {
      await server.stop();
    }
  } finally {
    rmSync(schemas, { recursive: true, force: true });
  }
}

function given(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} 没有设置：ANLAN_E2E_URL 要和它一起给出`);
  return value;
}
