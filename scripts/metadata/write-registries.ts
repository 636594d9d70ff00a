import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { printJson } from '../../src/core/dialect/print-json.ts';
import { withJointKinds, withRegistered } from './meta-keywords.ts';
import { generateRegistries } from './registries.ts';
import { VALUE_TYPES, valueTypesText } from './value-types.ts';

const META = 'schemas/meta/entity.schema.json';
const JOINT_META = 'schemas/meta/page.schema.json';

/**
 * The first part of `types [--check]`: lists of what stands in folders, and what the meta-schema says of it. It comes
 * before all else because what reads metadata imports both. Gives the exit code.
 */
export async function run(root: string, args: readonly string[]): Promise<number> {
  const check = args.includes('--check');
  const lists = settle(root, generateRegistries(root), check);
  const { fieldTypes } = await import('../../src/field-types/definitions.generated.ts');
  const valueTypes = settle(root, new Map([[VALUE_TYPES, valueTypesText(fieldTypes)]]), check);
  // Only now, so that what was just listed is what is read.
  const { effectVerbs } = await import('../../src/core/effects/verbs.generated.ts');
  const { pageKinds } = await import('../../src/page-kinds/definitions.generated.ts');
  const { jointKinds } = await import('../../src/page-kinds/joint/definitions.generated.ts');
  const { operationKinds } = await import('../../src/core/model/operation-kinds.ts');
  const { NOTICE_CHANNELS } = await import('../../src/core/notices/channel-names.generated.ts');
  const read = (file: string) => JSON.parse(readFileSync(path.join(root, file), 'utf8'));
  const entities = withRegistered(read(META), {
    verbs: Object.values(effectVerbs),
    pageKinds: Object.values(pageKinds),
    operationKinds,
    channels: NOTICE_CHANNELS,
  });
  const joint = withJointKinds(read(JOINT_META), Object.values(jointKinds));
  const written = new Map([
    [META, printed(entities)],
    [JOINT_META, printed(joint)],
  ]);
  const keywords = settle(root, written, check);
  return lists && valueTypes && keywords ? 0 : 1;
}

function printed(schema: object): string {
  const text = printJson(JSON.stringify(schema));
  if ('fault' in text) throw new Error(text.fault.message);
  return text.printed;
}

/** Writes what differs, or says so; whether nothing is left to do. */
function settle(root: string, files: ReadonlyMap<string, string>, check: boolean): boolean {
  let settled = true;
  for (const [file, text] of files) {
    const full = path.join(root, file);
    if (existsSync(full) && readFileSync(full, 'utf8') === text) continue;
    if (check) {
      console.error(`${file} 与登记的文件夹不一致，请运行 npm run metadata -- types 并提交结果`);
      settled = false;
    } else {
      writeFileSync(full, text);
      console.log(`已生成 ${file}`);
    }
  }
  return settled;
}
