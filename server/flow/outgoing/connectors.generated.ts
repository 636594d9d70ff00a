/* Generated from the entries of server/flow/outgoing/connectors by `npm run metadata -- types`. Do not edit. */

import type { ConnectorKinds } from './connector-kind.ts';
import { connector as led } from './connectors/led.ts';
import { connector as sms } from './connectors/sms.ts';
import { connector as webhook } from './connectors/webhook.ts';

/** Kinds of gateways; the name is that of the file. */
export const connectorKinds = {
  led,
  sms,
  webhook,
} as const satisfies ConnectorKinds;
