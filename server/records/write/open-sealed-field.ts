import type { TenantKeys } from '../../ground/tenant-keys.ts';
import { openText } from '../call/envelope.ts';
import { SEALED_PURPOSE, sealedFieldAbout } from './sealed-field.ts';

/** A sealed field as its column holds it. */
interface SealedValue {
  readonly tenantId: string;
  readonly entityId: string;
  readonly fieldId: string;
  readonly stored: string;
}

/** The text of a sealed field, for the platform's own use; undefined where the company's key does not open it. */
export function openSealedField(
  keys: TenantKeys,
  { tenantId, entityId, fieldId, stored }: SealedValue,
): string | undefined {
  const about = sealedFieldAbout(tenantId, entityId, fieldId);
  return openText(keys.key(SEALED_PURPOSE, tenantId), Buffer.from(stored, 'base64'), about);
}
