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
    return fields.some((field) => {
      const held = record[field.key];
      return field.type.type === 'upload' && Array.isArray(held) && held.includes(attachId);
    });
  };
}
