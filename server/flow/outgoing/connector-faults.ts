import { say } from '../../../src/core/text/say.ts';
import { fieldPointer } from '../../../src/core/validation/field-pointer.ts';
import type { WireFault } from '../../../src/core/wire/contract.ts';
import type { Row } from '../../records/call/record-row.ts';
import { parseNetworks } from './private-addresses.ts';

/**
 * What is wrong with a connector as a company writes it: an address that leads nowhere, a list that names no networks; the
 * same of a setting that lists networks.
 */
export function connectorFaults({
  entityKey,
  values,
}: {
  readonly entityKey: string;
  readonly values: Row | undefined;
}) {
  if (values === undefined) return [];
  if (entityKey === 'tenantSetting') return networkFaults(values);
  if (entityKey !== 'connector') return [];
  const faults: WireFault[] = [];
  const { address, privateAddresses } = values;
  if (typeof address === 'string' && !isAddress(address)) {
    const msg = say('地址须以 http:// 或 https:// 开头，不能带账号和密码');
    faults.push({ pointer: fieldPointer('address'), msg });
  }
  faults.push(...faultyNetworks(privateAddresses, 'privateAddresses'));
  return faults;
}

/** Settings of a company that list private networks. */
const NETWORK_SETTING = /\.networks$/;

function networkFaults({ settingKey, status, textValue }: Row): WireFault[] {
  if (typeof settingKey !== 'string' || !NETWORK_SETTING.test(settingKey) || status !== 'changed') return [];
  return faultyNetworks(textValue, 'textValue');
}

function faultyNetworks(text: unknown, key: string): WireFault[] {
  const [faulty] = typeof text === 'string' ? parseNetworks(text).faulty : [];
  if (faulty === undefined) return [];
  const msg = say('“{entry}”不是地址或网段，如 10.2.0.0/16', { entry: faulty.slice(0, 60) });
  return [{ pointer: fieldPointer(key), msg }];
}

function isAddress(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return (
    url !== undefined &&
    (url.protocol === 'https:' || url.protocol === 'http:') &&
    url.hostname !== '' &&
    url.username === '' &&
    url.password === ''
  );
}
