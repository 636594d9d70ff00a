/** Name under which a transaction keeps who was told of a record. */
export function toldName(entityKey: string, recordId: string): string {
  return `${entityKey} ${recordId}`;
}
