import type { MaySeeFile } from '../../files/contract.ts';
import { isRequestFile } from '../../flow/approval/request-files.ts';
import { isSitePhoto } from '../../records/audit/site-change.ts';
import { heldIds } from '../../records/call/held-files.ts';
import type { EntityServices } from '../../records/call/ports.ts';
import type { EntityService } from '../../records/service/service.ts';
import { isGroundFile } from '../../reports/joint/map-ground.ts';

/**
 * Lets people read the files of the records, and fields, that they may see; those of what is proposed and decided about
 * a record where they may see the request; those of their own account; and what lies under maps that they see.
 */
export function mayReadFile(service: EntityService, services: EntityServices): MaySeeFile {
  return async (context, entityKey, recordId, attachId) => {
    if (entityKey === 'user' && recordId === context.caller.userId) return true;
    const [record, snapshot] = await Promise.all([
      service.findVisible(context, entityKey, recordId),
      services.metadata.snapshot(context.tenantId),
    ]);
    const fields = snapshot.entities.get(entityKey)?.fields ?? [];
    if (record !== undefined && heldIds(fields, record).includes(attachId)) return true;
    if (await isGroundFile({ services, context, snapshot }, entityKey, attachId)) return true;
    return services.database.withTenant(
      context.tenantId,
      async (connection) =>
        (record !== undefined && (await isSitePhoto(connection, { entityKey, recordId, attachId }))) ||
        isRequestFile({ services, context, snapshot }, connection, { entityKey, recordId, attachId }),
    );
  };
}
