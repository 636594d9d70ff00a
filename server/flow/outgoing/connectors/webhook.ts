import type { ConnectorKind } from '../connector-kind.ts';

/** Any system that takes JSON: gets where the message comes from and all it says. */
export const connector: ConnectorKind = {
  body: ({ entityKey, recordId, effect, data }) => ({ entity: entityKey, record: recordId, event: effect, data }),
  silent: true,
};
