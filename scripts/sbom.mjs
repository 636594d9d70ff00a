// What the product is made of, as the lock names it. Plain JavaScript: the build loads it, on whichever Node that runs.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { checkout, npm } from './prepare.mjs';

/**
 * The bill of materials of the packages that run in production, as CycloneDX JSON. It reads the lock only, so that it
 * needs neither network nor installed packages. Throws where npm is missing or too old (before 9.6).
 * @param {readonly [string, string[]]} [command] what runs npm.
 * @returns {Promise<string>}
 */
export async function billOfMaterials(
  command = npm(
    'sbom',
    '--sbom-format',
    'cyclonedx',
    '--sbom-type',
    'application',
    '--package-lock-only',
    '--omit',
    'dev',
  ),
) {
  const { stdout } = await promisify(execFile)(command[0], command[1], { cwd: checkout, maxBuffer: 64 * 1024 * 1024 });
  const bill = JSON.parse(stdout);
  // npm leaves out with the development tools what these need too, React among it; the lock knows better.
  const { packages } = JSON.parse(await readFile(join(checkout, 'package-lock.json'), 'utf8'));
  const listed = new Set(bill.components.map(({ purl }) => purl));
  for (const [path, entry] of Object.entries(packages)) {
    if (path === '' || entry.dev === true || entry.link === true) continue;
    const component = componentOf(path, entry);
    if (listed.has(component.purl)) continue;
    listed.add(component.purl);
    bill.components.push(component);
  }
  // npm names the folder.
  bill.metadata.component.name = JSON.parse(await readFile(join(checkout, 'package.json'), 'utf8')).name;
  return JSON.stringify(bill);
}

/** A package of the lock, as npm writes them. */
function componentOf(path, { name = path.slice(path.lastIndexOf('node_modules/') + 13), version, license, integrity }) {
  const [algorithm, digest] = (integrity ?? '').split('-');
  return {
    'bom-ref': `${name}@${version}`,
    type: 'library',
    name,
    version,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    ...(algorithm === 'sha512'
      ? { hashes: [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }] }
      : {}),
    ...(license === undefined ? {} : { licenses: [{ license: { name: license } }] }),
  };
}
