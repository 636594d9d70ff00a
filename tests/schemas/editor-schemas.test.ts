import { readdirSync, readFileSync } from 'node:fs';
import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020.js';
import { parse } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import { editorSchemas, withEditorSchemas } from '../../scripts/metadata/editor/write-editor.ts';
import { checkWorld } from '../../server/metadata/judge/check-world.ts';
import { readMetadataFiles } from '../../server/metadata/metadata-files.ts';

/** A place of a shipped file that is given another value. */
interface Typo {
  readonly entity: string;
  readonly set: Readonly<Record<string, unknown>>;
}

const files = readMetadataFiles('schemas').filter(({ kind }) => kind !== 'locale');
const entities = files.filter(({ kind }) => kind === 'entity');
const wanted = editorSchemas('schemas');

const validators = new Map<string, ValidateFunction>();
/** The schema that an editor finds for an entity. */
function validatorOf(name: string): ValidateFunction {
  const options = { allErrors: true, strict: false, code: { optimize: false } } as const;
  const schema = wanted.get(name);
  if (schema === undefined) throw new Error(`no schema ${name}`);
  const made = validators.get(name) ?? new Ajv2020(options).compile({ ...schema });
  validators.set(name, made);
  return made;
}

/** Pointers at which an editor underlines something. */
function underlined(name: string, value: unknown): readonly string[] {
  const validate = validatorOf(name);
  if (validate(value)) return [];
  return (validate.errors ?? []).map(({ instancePath, params }) => {
    const key = params.propertyName ?? params.additionalProperty;
    return typeof key === 'string' ? `${instancePath}/${key}` : instancePath;
  });
}

type Container = Record<string, unknown>;

function withTypo(content: string, { set }: Typo): unknown {
  const value = JSON.parse(content) as Container;
  for (const [pointer, given] of Object.entries(set)) {
    const steps = pointer.split('/').slice(1);
    const holder = steps.slice(0, -1).reduce((at, step) => at[step] as Container, value);
    holder[steps.at(-1) ?? ''] = given;
  }
  return value;
}

const folder = new URL('../fixtures/editor/', import.meta.url);
const typos = readdirSync(folder).map((name): [string, Typo] => [
  name.replace(/\.json$/, '').replaceAll('-', ' '),
  JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Typo,
]);

// Compiling one takes a quarter of a second; all are looked at in `test:deep`, here also those that name people.
const looked =
  process.env.ANLAN_DEEP === '1'
    ? entities
    : entities.filter(({ key }, index) => index % 16 === 0 || ['peril', 'violation'].includes(key));

describe('what an editor is told of an entity', () => {
  it.each(looked.map(({ key, content }) => [key, content]))(
    'has nothing against %s as it is shipped',
    (key, content) => {
      expect(underlined(`${key}.schema.json`, JSON.parse(content))).toEqual([]);
    },
  );

  it.each(typos)('is, as lint says, that %s', (_, typo) => {
    const [place = ''] = Object.keys(typo.set);
    const shipped = entities.find(({ key }) => key === typo.entity);
    if (shipped === undefined) throw new Error(`no entity ${typo.entity}`);
    const value = withTypo(shipped.content, typo);
    expect(underlined(`${typo.entity}.schema.json`, value)).toContain(place);
    const changed = files.map((file) =>
      file === shipped ? { ...file, content: JSON.stringify(value), hash: place } : file,
    );
    const said = checkWorld(changed, { texts: false, only: new Set([typo.entity]) }).problems;
    expect(said.filter(({ severity }) => severity === 'error').map(({ pointer }) => pointer)).toContain(place);
  });

  it('holds only while the file names the same entity beside: another one has other fields', () => {
    const shipped = entities.find(({ key }) => key === 'workRisk');
    const value = withTypo(shipped?.content ?? '{}', {
      entity: 'workRisk',
      set: { '/record/properties/workId/ref': { entity: 'dept', label: 'deptName' } },
    });
    expect(underlined('workRisk.schema.json', value)).toEqual([]);
  });

  it('takes groups of roles by their sign, and none that there is not', () => {
    const shipped = entities.find(({ key }) => key === 'workRisk');
    const granted = (role: string) =>
      withTypo(shipped?.content ?? '{}', {
        entity: 'workRisk',
        set: { '/pages/workRisk/grants': { [role]: ['view'] } },
      });
    const { groups } = JSON.parse(readFileSync('schemas/roles.json', 'utf8')) as { readonly groups: object };
    const [group = ''] = Object.keys(groups);
    expect(underlined('workRisk.schema.json', granted(`@${group}`))).toEqual([]);
    expect(underlined('workRisk.schema.json', granted(`@${group}X`))).not.toEqual([]);
  });

  it('is found by the word that names the entity, and is the meta-schema for one that is not there yet', () => {
    const entry = wanted.get('entities.schema.json');
    const ajv = new Ajv2020({ strict: false, code: { optimize: false } });
    for (const [name, schema] of wanted) {
      // Only those that are asked for are compiled whole.
      const whole = ['entities.schema.json', 'contractorIllegal.schema.json', 'new.schema.json'].includes(name);
      ajv.addSchema(whole ? { ...schema } : {}, name);
    }
    const validate = ajv.getSchema('entities.schema.json');
    expect(entry).toBeDefined();
    const shipped = entities.find(({ key }) => key === 'contractorIllegal');
    const sound = JSON.parse(shipped?.content ?? '{}') as Container;
    expect(validate?.(sound)).toBe(true);
    expect(validate?.({ ...sound, label: 'findr' })).toBe(false);
    expect(validate?.({ ...sound, entity: 'notYetThere', label: 'findr' })).toBe(true);
    expect(validate?.({ ...sound, entity: 'notYetThere', lable: 'finder' })).toBe(false);
  });

  it('stands in the settings of the editor beside what else is set there, once', () => {
    const before = '{\n  // mine\n  "editor.tabSize": 2,\n  "json.schemas": [{ "url": "./other.json" }]\n}\n';
    const after = withEditorSchemas(before);
    expect(after).toContain('// mine');
    const settings = parse(after) as { readonly 'json.schemas': readonly { readonly url: string }[] };
    expect(settings['json.schemas'].map(({ url }) => url)).toEqual([
      './other.json',
      './schemas/meta/entity.schema.json',
    ]);
    expect(withEditorSchemas(after)).toBe(after);
    expect(parse(withEditorSchemas(''))).toMatchObject({
      'json.schemas': [{ url: './schemas/meta/entity.schema.json' }],
    });
  });
});
