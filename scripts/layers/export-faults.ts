import { isTest } from './layer-rules.ts';
import type { ModuleNames } from './module-names.ts';

/** One exported name of a file. */
export interface ExportSite {
  readonly file: string;
  readonly name: string;
  readonly line: number;
}

/** Names that something outside our code asks for, by the files that export them. */
const OUTER_SURFACE: readonly {
  readonly files: RegExp;
  /** Default every name of the file. */
  readonly name?: string;
  readonly why: string;
}[] = [
  { files: /\.generated\.ts$/, why: 'is written by a generator, whole' },
  { files: /\.d\.mts$/, why: 'types a file beside it, by whose name it is imported' },
  { files: /(?:^|[./])config\.ts$/, name: 'default', why: 'is read by Vite, Vitest or Playwright' },
  { files: /^tests\/fixtures\/global-\w+\.ts$/, name: 'default', why: 'is named in vitest.config.ts' },
  { files: /^scripts\/vitest-report\.ts$/, name: 'default', why: 'is named on the command line of Vitest' },
  ...['textTables', 'languageOfIds'].map((name) => ({
    files: /^src\/ui\/text\/define-texts\.ts$/,
    name,
    why: 'is loaded by its path, where the check of texts reads the tables',
  })),
  { files: /^src\/screens\/.*\/manifest\.ts$/, name: 'manifest', why: 'is collected by import.meta.glob' },
  { files: /^(?:server|tests\/fixtures)\/areas\/.+\.rules\.ts$/, name: 'rules', why: 'is collected by loadAreaRules' },
  { files: /^mocks\/world\.ts$/, why: 'is loaded by its path, where the demo plant wants gateways' },
  { files: /^tests\/fixtures\/extensions\//, why: 'is read as an extension is, by its place' },
];

/** Names that stand, by custom, for as many things as there are files of a form: each file gives its own. */
const CUSTOMARY_NAMES: readonly { readonly name: string; readonly files: RegExp; readonly why: string }[] = [
  {
    name: 'definition',
    files: /^src\/(?:field-types|page-kinds)\/(?:joint\/)?[^/]+\/definition\.ts$/,
    why: 'what is registered',
  },
  {
    name: 'fixtures',
    files: /^src\/(?:field-types|page-kinds)\/(?:joint\/)?[^/]+\/fixtures\.ts$/,
    why: 'examples of what is registered',
  },
  { name: 'query', files: /^src\/page-kinds\/[^/]+\/query\.ts$/, why: 'what is registered' },
  {
    name: 'view',
    files: /^src\/(?:field-types|page-kinds)\/(?:joint\/)?[^/]+\/view\.tsx?$/,
    why: 'what is registered',
  },
  {
    name: 'panel',
    files: /^src\/(?:field-types|page-kinds)\/(?:joint\/)?[^/]+\/panel\.tsx?$/,
    why: 'what is registered',
  },
  { name: 'verb', files: /^src\/core\/effects\/verbs\/[^/]+\.ts$/, why: 'what is registered' },
  { name: 'reader', files: /^server\/reports\/joint\/readers\/[^/]+\.ts$/, why: 'what is registered' },
  { name: 'runner', files: /^server\/records\/write\/effects\/runners\/[^/]+\.ts$/, why: 'what is registered' },
  { name: 'channel', files: /^server\/flow\/notices\/channels\/[^/]+\.ts$/, why: 'what is registered' },
  { name: 'connector', files: /^server\/flow\/outgoing\/connectors\/[^/]+\.ts$/, why: 'what is registered' },
  { name: 'manifest', files: /^src\/screens\/.+\/manifest\.ts$/, why: 'routes and menu of a screen' },
  { name: 'pack', files: /^src\/app\/i18n\/[a-z]{2}-[A-Z]{2}\.ts$/, why: 'all texts of a language' },
  { name: 'rules', files: /^(?:server|tests\/fixtures)\/areas\/.+\.rules\.ts$/, why: 'the rules of an entity' },
  { name: 'run', files: /^scripts\/metadata\/[^/]+\.ts$/, why: 'a command of the metadata tools' },
];

/** Calls of the client that bear the name of what the server does at them, and the files of both. */
const CALLS: Readonly<Record<string, readonly string[]>> = {
  completeTask: ['src/runtime/flow/flow-calls.ts', 'server/flow/approval/decide.ts'],
  fireTransition: ['src/runtime/actions/perform-action.ts', 'server/records/write/transition.ts'],
  removeRecords: ['src/runtime/calls/entity-calls.ts', 'server/records/write/remove.ts'],
  revokeRequest: ['src/runtime/flow/flow-calls.ts', 'server/flow/approval/take-back.ts'],
  saveDelegation: ['src/screens/workflow/delegation/delegation-calls.ts', 'server/flow/approval/delegation.ts'],
  terminateRequest: ['src/runtime/flow/flow-calls.ts', 'server/flow/approval/take-back.ts'],
  transferTask: ['src/runtime/flow/flow-calls.ts', 'server/flow/approval/take-back.ts'],
};

/** Exported names that no other file takes. A test that takes a name uses it, and so does code that only tests use. */
export function unusedExports(modules: readonly ModuleNames[]): ExportSite[] {
  const used = usedNames(modules);
  return modules.flatMap(({ file, exports }) =>
    exports
      .filter(({ name }) => used.get(file)?.has(name) !== true && !isOuter(file, name))
      .map(({ name, line }) => ({ file, name, line })),
  );
}

function isOuter(file: string, name: string): boolean {
  return OUTER_SURFACE.some((entry) => entry.files.test(file) && (entry.name ?? name) === name);
}

function usedNames(modules: readonly ModuleNames[]): ReadonlyMap<string, ReadonlySet<string>> {
  const exportsOf = new Map(modules.map(({ file, exports }) => [file, exports]));
  const used = new Map<string, Set<string>>();
  for (const { takes, identifiers } of modules) {
    for (const { from, names } of takes) {
      const taken = used.get(from) ?? new Set();
      used.set(from, taken);
      const exports = exportsOf.get(from) ?? [];
      const meant = names === 'all' ? exports.map(({ name }) => name).filter((name) => identifiers.has(name)) : names;
      for (const name of meant) taken.add(name);
    }
  }
  return used;
}

/** Names under which several files of the product export something of their own, with these files. */
export function repeatedNames(modules: readonly ModuleNames[]): ReadonlyMap<string, readonly ExportSite[]> {
  const sites = modules
    .filter(({ file }) => !isTest(file) && !/\.(?:generated|d)\.m?ts$/.test(file))
    .flatMap(({ file, exports }) =>
      exports
        .filter(({ name, own }) => own && name !== 'default' && !isCustomary(file, name))
        .map(({ name, line }) => ({ file, name, line })),
    );
  const files = (found: readonly ExportSite[]) => new Set(found.map(({ file }) => file)).size;
  return new Map([...Map.groupBy(sites, ({ name }) => name)].filter(([, found]) => files(found) > 1));
}

function isCustomary(file: string, name: string): boolean {
  return (
    CUSTOMARY_NAMES.some((custom) => custom.name === name && custom.files.test(file)) ||
    (Object.hasOwn(CALLS, name) && CALLS[name]?.includes(file) === true)
  );
}
