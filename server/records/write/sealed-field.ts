import type { FieldModel } from '../../../src/core/model/entity-model.ts';
import { sealText } from '../call/envelope.ts';
import type { EntityCall } from '../call/ports.ts';

/** What a tenant's key for sealed fields is for. */
export const SEALED_PURPOSE = 'sealed field';

/** What the envelope of a field belongs to. */
export function sealedFieldAbout(tenantId: string, entityId: string, fieldId: string): string {
  return JSON.stringify([tenantId, entityId, fieldId]);
}

/** A secret as its column holds it: the hash that passwords are compared with, or sealed where the platform must show it elsewhere. */
export async function storedSecret({ services, context, model }: EntityCall, field: FieldModel, text: string) {
  if (field.property.sealed !== true) return services.hashPassword(text);
  const { tenantId } = context;
  const about = sealedFieldAbout(tenantId, model.id, field.id);
  return sealText(services.keys.key(SEALED_PURPOSE, tenantId), text, about).toString('base64');
}
