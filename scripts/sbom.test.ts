import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { billOfMaterials } from './sbom.mjs';

interface Bill {
  readonly bomFormat: string;
  readonly metadata: { readonly component: { readonly name: string; readonly type: string } };
  readonly components: readonly { readonly name: string; readonly version: string; readonly purl: string }[];
}

it('names the product and every package that it is asked to run with, from the lock alone', async () => {
  const bill = JSON.parse(await billOfMaterials()) as Bill;
  expect([bill.bomFormat, bill.metadata.component.name, bill.metadata.component.type]).toEqual([
    'CycloneDX',
    'anlan',
    'application',
  ]);
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { name?: string; version: string; dependencies?: object }>;
  };
  const listed = new Set(bill.components.map(({ purl }) => purl));
  for (const key of Object.keys(packages['']?.dependencies ?? {})) {
    const { name = key, version = '' } = packages[`node_modules/${key}`] ?? {};
    expect([key, listed.has(`pkg:npm/${name.replace('@', '%40')}@${version}`)]).toEqual([key, true]);
  }
  expect(bill.components.some(({ name }) => name === 'vitest')).toBe(false);
});

it('says so where there is no npm', async () => {
  await expect(billOfMaterials(['no-such-npm', []])).rejects.toThrow(/no-such-npm/);
});
