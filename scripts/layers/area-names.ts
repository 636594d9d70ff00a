import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Word } from '../source/read-module.ts';
import { isTest } from './layer-rules.ts';

/** An entity of a business area, as generic code must not name it. */
interface AreaEntity {
  readonly area: string;
  readonly key: string;
  /** Base of its calls: `securitysystem/lawsregulations`. */
  readonly base: string | undefined;
}

/** Entities of all areas but `system`, whose entities the platform itself is made of. */
export function areaEntities(root: string): AreaEntity[] {
  const areas = join(root, 'schemas', 'areas');
  if (!existsSync(areas)) return [];
  return readdirSync(areas)
    .filter((area) => area !== 'system')
    .flatMap((area) =>
      readdirSync(join(areas, area))
        .filter((name) => name.endsWith('.entity.json'))
        .map((name) => ({
          area,
          key: name.slice(0, -'.entity.json'.length),
          base: baseOf(join(areas, area, name)),
        })),
    );
}

// Finding a broken file's faults is the metadata check's work; here it only has no base.
function baseOf(file: string): string | undefined {
  try {
    const { api } = JSON.parse(readFileSync(file, 'utf8')) as { api?: { base?: unknown } };
    return typeof api?.base === 'string' && api.base.includes('/') ? api.base : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a file serves every area, so that it may name none. */
export function isGeneric(path: string): boolean {
  return (
    /^(?:src|designer|server)\//.test(path) &&
    !/^(?:server\/areas|src\/screens)\//.test(path) &&
    !/(?:\.generated|fixtures)\.ts$/.test(path) &&
    !isTest(path)
  );
}

/** Area entities that the words of a generic file name. */
export function namedEntities(
  words: readonly Word[],
  entities: readonly AreaEntity[],
): { word: Word; entity: AreaEntity }[] {
  return words.flatMap((word) => {
    const entity = entities.find((candidate) => names(word, candidate));
    return entity === undefined ? [] : [{ word, entity }];
  });
}

function names(word: Word, { key, base }: AreaEntity): boolean {
  if (word.kind === 'text') return word.text === key || (base !== undefined && isPath(word.text, base));
  // A key of one plain word (`promise`, `accident`) is also an ordinary name of a variable.
  return word.text === key && /[A-Z]/.test(key);
}

// A message that gives a path as its example is no path.
function isPath(text: string, base: string): boolean {
  return text.includes(base) && /^[!-~]*$/.test(text);
}
