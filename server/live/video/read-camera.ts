import { type AllowedNetworks, parseNetworks } from '../../flow/outgoing/private-addresses.ts';
import type { Connection } from '../../ground/database/database.ts';
import type { TenantKeys } from '../../ground/tenant-keys.ts';
import type { MetadataSnapshot } from '../../metadata/snapshot.ts';
import { openSealedField } from '../../records/write/open-sealed-field.ts';
import { CameraFault } from './camera-faults.ts';

/** The entity whose records are cameras; the platform ships it as metadata. */
export const CAMERA_ENTITY = 'videoDevice';

/** States of a camera that is looked at, and of one that is not, but for one that gave no picture of late. */
const ONLINE = '1';
const OFFLINE = '0';

/** Setting of a company: private networks in which its cameras are. */
const NETWORKS_SETTING = 'video.networks';

/** A camera as the server reaches it. None of this goes to a browser. */
export interface Camera {
  readonly tenantId: string;
  readonly id: string;
  readonly name: string;
  readonly still: URL | undefined;
  readonly stream: URL | undefined;
  readonly user: string;
  readonly password: string;
  readonly allowed: AllowedNetworks;
  /** Whether the platform itself found that it gives no picture: whoever looks at it tries again. */
  readonly isAway: boolean;
}

/** A text that is the same for the same way to a camera: what is held of it ends where that changes. */
export const cameraWay = ({ still, stream, user, password }: Camera): string =>
  JSON.stringify([still?.href, stream?.href, user, password]);

interface CameraRow {
  readonly deviceName: string;
  readonly status: string;
  readonly awayReason: string | null;
  readonly stillUrl: string | null;
  readonly streamUrl: string | null;
  readonly cameraUser: string | null;
  readonly cameraPassword: string | null;
}

/** Reads a camera of the company of the connection. Throws CameraFault where it is not to be looked at. */
export async function readCamera(
  connection: Connection,
  keys: TenantKeys,
  snapshot: MetadataSnapshot,
  id: string,
): Promise<Camera> {
  const { tenantId } = connection;
  const [row] = await connection.query<CameraRow>(
    `select "deviceName", status, "awayReason", "stillUrl", "streamUrl", "cameraUser", "cameraPassword" from data."videoDevice"
     where "tenantId" = $1 and id = $2 and "isDeleted" = 0`,
    [tenantId, id],
    'readCamera',
  );
  if (row === undefined) throw new CameraFault('gone');
  const isAway = row.status === OFFLINE && row.awayReason !== null;
  if (row.status !== ONLINE && !isAway) throw new CameraFault('off');
  const open = (fieldId: 'stillUrl' | 'streamUrl' | 'cameraPassword') => {
    const stored = row[fieldId];
    if (stored === null) return undefined;
    const text = openSealed(keys, { tenantId, entityId: CAMERA_ENTITY, fieldId, stored });
    if (text === undefined) throw new CameraFault('sealed');
    return text;
  };
  const networks = snapshot.settings.get(NETWORKS_SETTING);
  return {
    tenantId,
    id,
    name: row.deviceName,
    still: urlOf(open('stillUrl')),
    stream: urlOf(open('streamUrl')),
    user: row.cameraUser ?? '',
    password: open('cameraPassword') ?? '',
    allowed: parseNetworks(typeof networks === 'string' ? networks : ''),
    isAway,
  };
}

// What was never sealed is no envelope at all.
function openSealed(keys: TenantKeys, sealed: Parameters<typeof openSealedField>[1]): string | undefined {
  try {
    return openSealedField(keys, sealed);
  } catch {
    return undefined;
  }
}

const urlOf = (text: string | undefined): URL | undefined =>
  text !== undefined && URL.canParse(text) ? new URL(text) : undefined;
