import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { NOTICE_CHANNELS } from '../../../src/core/notices/channel-names.generated.ts';
import { connectorKinds } from './connectors.generated.ts';

const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'));

it('kinds of gateways are those that a company may choose', () => {
  const { properties } = read('schemas/areas/system/connector.entity.json').record;
  expect(Object.keys(properties.kind.options).toSorted()).toEqual(Object.keys(connectorKinds).toSorted());
});

it('each way of telling people but the inbox has a connector of its name', () => {
  const known = Object.keys(read('schemas/dictionaries/connector.json').options);
  expect(NOTICE_CHANNELS.filter((name) => name !== 'inbox' && !known.includes(name))).toEqual([]);
});
