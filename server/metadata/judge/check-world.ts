import { analyseWorld, type LintWorld } from '../../../src/core/dialect/lint-world.ts';
import type { Problem } from '../../../src/core/dialect/problem.ts';
import { traceProblems } from '../../../src/core/dialect/resolve/trace.ts';
import type { EntityModel } from '../../../src/core/model/entity-model.ts';
import { entityFile } from '../../../src/core/model/model-world.ts';
import {
  dictionaryTexts,
  jointPageTexts,
  menuTexts,
  rowsTexts,
  settingsTexts,
} from '../../../src/core/text/file-texts.ts';
import { fieldTypes } from '../../../src/field-types/definitions.ts';
import { pageKinds } from '../../../src/page-kinds/definitions.generated.ts';
import { jointKinds } from '../../../src/page-kinds/joint/definitions.generated.ts';
import { metadataFileName } from '../metadata-files.ts';
import { fileChoices } from '../model-set.ts';
import { menuButtons } from '../shipped-files.ts';
import { judgeFiles } from './judge-files.ts';
import { judgeJointPages } from './judge-joint-pages.ts';
import { judgeStatements } from './judge-statements.ts';
import { type ParsedWorld, parseFiles } from './parse-world.ts';
import type { MetadataText } from './read-once.ts';
import { ruleFiles } from './rule-files.ts';

interface JudgeOptions {
  /** Values that win over those of the settings files. */
  readonly settings?: ReadonlyMap<string, string | number | boolean>;
  /** Whether what is not translated is an error, as in what is shipped. Default false: Chinese is shown, a warning. */
  readonly complete?: boolean;
  /** Keys of the entities that are analysed each for itself. Default all; the others only stand beside them. */
  readonly only?: ReadonlySet<string>;
  /** Whether pages of no single entity are judged, for which the models of all entities are built. Default true. */
  readonly joint?: boolean;
  /** Whether translations are looked at, which refuse nothing unless they must be complete. Default true. */
  readonly texts?: boolean;
}

/** A set of metadata files, judged. */
export interface JudgedWorld {
  readonly parsed: ParsedWorld;
  readonly world: LintWorld;
  /** Models of all entities that could be read, those with errors too. */
  readonly models: ReadonlyMap<string, EntityModel>;
  readonly problems: readonly Problem[];
}

/**
 * The one judge of metadata: what it finds wrong the linter prints, the import refuses, and nothing serves. Where two
 * files claim the same the later one is told, so put those first that serve already.
 */
export function checkWorld(files: readonly MetadataText[], options: JudgeOptions = {}): JudgedWorld {
  const { settings = new Map() } = options;
  const parsed = parseFiles(files);
  const world = lintWorldOf(parsed, options);
  const { models, problems } = analyseWorld(world, options.only);
  const subjects = [...(options.only ?? models.keys())].flatMap((key) => models.get(key) ?? []);
  const joint = options.joint === false ? [] : judgeJointPages(parsed, models, settings);
  const found = [...parsed.problems, ...judgeFiles(parsed, subjects), ...problems, ...joint];
  // What is wrong by itself is told first: its statements would only say so again.
  const broken = new Set(found.flatMap(({ file, severity }) => (severity === 'error' ? [file] : [])));
  const sound = subjects.filter(({ key, area }) => !broken.has(entityFile(area, key)));
  const all = [...found, ...judgeStatements(sound, models, parsed)];
  return { parsed, world, models, problems: traceProblems(all, parsed.entities) };
}

/** What is analysed together, made of files that were read. */
export function lintWorldOf(
  parsed: ParsedWorld,
  { settings = new Map(), complete = false, texts = true }: JudgeOptions,
): LintWorld {
  const roles = new Set(Object.keys(parsed.roles));
  return {
    entities: new Map(parsed.entities.map((placed) => [placed.entity.entity, placed])),
    registry: fieldTypes,
    pageKinds,
    dictionaries: {
      has: (code) => parsed.dictionaries.has(code),
      choices(code) {
        const file = parsed.dictionaries.get(code);
        return file === undefined ? undefined : fileChoices(file);
      },
      codes: () => parsed.dictionaries.keys(),
      severity: (code) => parsed.dictionaries.get(code)?.severity,
    },
    settings: new Map([...parsed.settings, ...settings]),
    faulty: parsed.faulty,
    rules: ruleFiles(),
    rows: parsed.placedRows,
    buttons: menuButtons(parsed.menu),
    ...(roles.size === 0 ? {} : { roles }),
    ...(texts ? { sources: textSources(parsed), locales: parsed.locales } : {}),
    complete,
  };
}

/** Texts that are no entity's, by the name of their file of translations. */
function textSources(parsed: ParsedWorld): NonNullable<LintWorld['sources']> {
  const { dictionaries, settingsFiles, menu, placedRows, entities, jointPages } = parsed;
  const byKey = new Map(entities.map(({ entity }) => [entity.entity, entity]));
  const nameOf = (kind: 'dictionary' | 'settings' | 'rows' | 'page', key: string, area = ''): string =>
    metadataFileName({ kind, key, area });
  return new Map([
    [
      'rows',
      [...placedRows].flatMap(([key, { area, file }]) => {
        const entity = byKey.get(key);
        return entity === undefined ? [] : [{ file: nameOf('rows', key, area), texts: rowsTexts(entity, file) }];
      }),
    ],
    [
      'pages',
      [...jointPages].map(([code, file]) => ({ file: nameOf('page', code), texts: jointPageTexts(file, jointKinds) })),
    ],
    [
      'dictionaries',
      [...dictionaries].map(([code, file]) => ({
        file: nameOf('dictionary', code),
        texts: dictionaryTexts(code, file),
      })),
    ],
    [
      'settings',
      [...settingsFiles].map(([area, file]) => ({ file: nameOf('settings', area), texts: settingsTexts(area, file) })),
    ],
    [
      'menu',
      [
        {
          file: metadataFileName({ kind: 'menu', key: 'menu', area: '' }),
          texts: menuTexts({ buttons: {}, ...menu }),
        },
      ],
    ],
  ]);
}
