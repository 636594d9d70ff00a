import { heldIds } from '../entity/held-files.ts';
import type { EntityService } from '../entity/service.ts';
import type { MetadataSource } from '../metadata/snapshot.ts';
import type { MaySeeFile } from './contract.ts';

/** Lets people read the files of the records, and fields, that they may see. */
export function mayReadFile(service: EntityService, metadata: MetadataSource): MaySeeFile {
  return async (context, entityKey, recordId, attachId) => {
    const [record, snapshot] = await Promise.all([
      service.findVisible(context, entityKey, recordId),
      metadata.snapshot(context.tenantId),
    ]);
    if (record === undefined) return false;
    const fields = snapshot.entities.get(entityKey)?.fields ?? [];
    return heldIds(fields, record).includes(attachId);
  };
}
