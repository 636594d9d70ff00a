import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { demoRows } from '../../mocks/demo-plant/demo-rows.ts';
import { parseFiles } from '../../server/metadata/judge/parse-world.ts';
import { readMetadataFiles } from '../../server/metadata/metadata-files.ts';
import { root, schemas } from './report.ts';

/** A page that the handbook asks for. */
export interface AskedPage {
  readonly code: string;
  readonly title: string;
  readonly area: string;
  readonly path: string;
  /** Entities by the handbook's names; another one may serve the page. */
  readonly entities: readonly string[];
}

/** How a page is made: from metadata, by hand, of several entities, or not at all yet. */
type Made = 'metadata' | 'screen' | 'joint' | 'coming' | 'missing';

/** A page as the product has it. */
interface ServedPage {
  readonly made: Made;
  readonly entity?: string;
}

/** What is counted of an entity. */
interface CountedEntity {
  readonly states: number;
  readonly transitions: number;
  /** Path of its calls without the service prefix: `safety/peril`. */
  readonly base: string;
}

/** What the product has, as the coverage compares it with what is asked. */
export interface Product {
  readonly pages: ReadonlyMap<string, ServedPage>;
  readonly entities: ReadonlyMap<string, CountedEntity>;
  /** Names of test files with their texts. */
  readonly tests: readonly { readonly file: string; readonly text: string }[];
  /** Records of the demo plant by entity. */
  readonly rows: ReadonlyMap<string, number>;
}

/** An asked page with what there is of it. */
interface CoveredPage extends AskedPage {
  readonly made: Made;
  /** The entity that serves it. */
  readonly entity?: string;
  readonly states: number;
  readonly transitions: number;
  /** Contract tests and stories that name its entity or its address. */
  readonly contracts: readonly string[];
  readonly stories: readonly string[];
  readonly rows: number;
  /** What is missing, in words. */
  readonly gaps: readonly string[];
}

/** What there is of each asked page. */
export function cover(asked: readonly AskedPage[], product: Product): readonly CoveredPage[] {
  return asked.map((page) => coverOne(page, product));
}

function coverOne(page: AskedPage, product: Product): CoveredPage {
  const { made, entity } = product.pages.get(page.code) ?? { made: 'missing' as const };
  const counted = entity === undefined ? undefined : product.entities.get(entity);
  const named = product.tests.filter(({ text }) => names(text, page.path, entity, counted?.base));
  const stories = named.filter(({ file }) => file.endsWith('.spec.ts')).map(({ file }) => file);
  const contracts = named.filter(({ file }) => !file.endsWith('.spec.ts')).map(({ file }) => file);
  const { states = 0, transitions = 0 } = counted ?? {};
  const rows = entity === undefined ? 0 : (product.rows.get(entity) ?? 0);
  const gaps: string[] = [];
  if (made === 'missing') gaps.push('没有页面');
  else if (made === 'coming') gaps.push('还没有做');
  else {
    if (named.length === 0) gaps.push('没有测试');
    if (made === 'metadata' && rows === 0) gaps.push('没有演示数据');
    if (states > 1 && transitions === 0) gaps.push('有状态而没有流转');
  }
  return {
    ...page,
    made,
    ...(entity === undefined ? {} : { entity }),
    states,
    transitions,
    contracts,
    stories,
    rows,
    gaps,
  };
}

/** Whether a test names a page by its address, or its entity by key or by the path of its calls. */
function names(text: string, address: string, entity: string | undefined, base: string | undefined): boolean {
  if (text.includes(`${address}'`) || text.includes(`${address}\``) || text.includes(`${address}?`)) return true;
  if (base !== undefined && new RegExp(`${escaped(base)}['"\`/?]`).test(text)) return true;
  return entity !== undefined && new RegExp(`['"]${entity}['"]`).test(text);
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The product as its files have it. */
export function readProduct(folder = schemas): Product {
  const files = readMetadataFiles(folder);
  const { entities, jointPages, menu } = parseFiles(files);
  const pages = new Map<string, ServedPage>();
  for (const [code, { screen, coming }] of Object.entries(menu.items)) {
    if (screen !== undefined) pages.set(code, { made: coming === true ? 'coming' : 'screen' });
  }
  for (const code of jointPages.keys()) pages.set(code, { made: 'joint' });
  for (const { entity } of entities) {
    for (const code of Object.keys(entity.pages ?? {})) {
      pages.set(code, { made: pages.get(code)?.made === 'screen' ? 'screen' : 'metadata', entity: entity.entity });
    }
  }
  return {
    pages,
    entities: new Map(
      entities.map(({ entity }) => [
        entity.entity,
        {
          states: Object.keys(entity.states ?? {}).length,
          transitions: Object.keys(entity.transitions ?? {}).length,
          base: `${entity.api.service}/${entity.api.base}`,
        },
      ]),
    ),
    tests: readTests(),
    rows: demoRows(files),
  };
}

/** Contract tests, tests of the server and stories. */
function readTests(): Product['tests'] {
  return ['tests', 'server'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(test|spec)\.tsx?$/.test(name))
      .map((name) => {
        const file = path.posix.join(folder, name.split(path.sep).join('/'));
        return { file, text: readFileSync(path.join(root, file), 'utf8') };
      }),
  );
}

const MADE: Readonly<Record<Made, string>> = {
  metadata: '元数据',
  screen: '手写',
  joint: '合并页',
  coming: '未做',
  missing: '没有',
};

/** The coverage as a table, an area after the other. */
export function printCoverage(pages: readonly CoveredPage[]): string {
  const lines: string[] = [];
  for (const area of new Set(pages.map((page) => page.area))) {
    const own = pages.filter((page) => page.area === area);
    const lacking = own.filter(({ gaps }) => gaps.length > 0).length;
    lines.push('', `${area}：${own.length} 页${lacking === 0 ? '，没有缺口' : `，${lacking} 页有缺口`}`);
    for (const page of own) {
      const { code, title, made, entity = '—', states, transitions, contracts, stories, rows, gaps } = page;
      lines.push(
        [
          `  ${code} ${title}`,
          MADE[made],
          entity,
          `状态 ${states}`,
          `流转 ${transitions}`,
          `测试 ${contracts.length}`,
          `故事 ${stories.length}`,
          `演示 ${rows}`,
          ...(gaps.length === 0 ? [] : [`缺：${gaps.join('、')}`]),
        ].join(' · '),
      );
    }
  }
  return lines.join('\n').trimStart();
}

/** Pages that the handbook asks for, as its menu lists them. */
export function askedPages(): readonly AskedPage[] {
  const text = readFileSync(path.join(import.meta.dirname, 'asked-pages.json'), 'utf8');
  return (JSON.parse(text) as { readonly pages: readonly AskedPage[] }).pages;
}

/** `coverage [领域…] [--json]`; 1 where a page of these areas lacks something. */
export async function run(args: readonly string[]): Promise<number> {
  const wanted = args.filter((arg) => !arg.startsWith('--'));
  const asked = askedPages();
  const unknown = wanted.filter((area) => !asked.some((page) => page.area === area));
  if (unknown.length > 0) {
    console.error(
      `没有名为“${unknown.join('、')}”的领域；有：${[...new Set(asked.map(({ area }) => area))].join('、')}`,
    );
    return 1;
  }
  const pages = cover(
    asked.filter(({ area }) => wanted.length === 0 || wanted.includes(area)),
    readProduct(),
  );
  console.log(args.includes('--json') ? JSON.stringify(pages, null, 2) : printCoverage(pages));
  return pages.some(({ gaps }) => gaps.length > 0) ? 1 : 0;
}
