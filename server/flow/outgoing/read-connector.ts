import { say } from '../../../src/core/text/say.ts';
import type { Connection } from '../../ground/database/database.ts';
import type { TenantKeys } from '../../ground/tenant-keys.ts';
import { openSealedField } from '../../records/write/open-sealed-field.ts';
import { undelivered } from './post-pinned.ts';
import { type AllowedNetworks, parseNetworks } from './private-addresses.ts';

/** Where a company's connector leads, with what proves that a message is the company's. */
interface CompanyConnector {
  readonly kind: string;
  readonly address: URL;
  /** Undefined where none was given: messages then bear no signature. */
  readonly secret: string | undefined;
  readonly allowed: AllowedNetworks;
  /** Who is told of messages that were given up. */
  readonly tell: readonly string[];
}

/** The entity whose records say where connectors lead; the platform ships it as metadata. */
const CONNECTOR_ENTITY = 'connector';

interface ConnectorRow {
  readonly kind: string;
  readonly address: string;
  readonly secret: string | null;
  readonly privateAddresses: string | null;
  readonly tell: readonly string[] | null;
}

/** Reads a connector as the company of the connection has set it up. Throws where it has not, or has put it out of use. */
export async function readConnector(connection: Connection, keys: TenantKeys, name: string): Promise<CompanyConnector> {
  const { tenantId } = connection;
  const [row] = await connection.query<ConnectorRow>(
    `select kind, address, secret, "privateAddresses", tell from data.connector
     where "tenantId" = $1 and connector = $2 and status = 'used' and "isDeleted" = 0`,
    [tenantId, name],
  );
  if (row === undefined) throw undelivered(say('企业没有设置或没有启用连接“{name}”', { name }));
  const { kind, address, secret, privateAddresses, tell } = row;
  return {
    kind,
    address: new URL(address),
    secret: secret === null ? undefined : openSecret(keys, tenantId, secret),
    allowed: parseNetworks(privateAddresses ?? ''),
    tell: tell ?? [],
  };
}

function openSecret(keys: TenantKeys, tenantId: string, stored: string): string {
  const text = openSealedField(keys, { tenantId, entityId: CONNECTOR_ENTITY, fieldId: 'secret', stored });
  if (text === undefined) throw undelivered(say('连接的密钥无法打开，请重新填写'));
  return text;
}
