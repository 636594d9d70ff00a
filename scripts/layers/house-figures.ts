import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { sourceFiles } from '../source/source-files.ts';
import { isTest } from './layer-rules.ts';
import { type ModuleNames, moduleNames } from './module-names.ts';

/** Something that is counted over the whole code and may not be more than it is meant to be. */
export interface HouseFigure {
  /** What is counted, as it is printed. */
  readonly says: string;
  /** Where it stands: `server/a.ts:3`. */
  readonly sites: readonly string[];
  /** How many there may be. */
  readonly most: number;
  /** What to do about one too many. */
  readonly fix: string;
}

/** From so many parameters on a function is counted. */
const MANY_PARAMETERS = 6;

/** Where what writing a record calls is said; nothing there may be missing. */
const PORTS = 'server/records/call/ports.ts';

/** Interfaces of the ports file of which each member has to be there. */
const REQUIRED = /^(?:EntityServices|PlatformRules|Parts|Verbs|\w+Part)$/;

/** Names under which a call has its services, and they their parts. */
const SERVICES: ReadonlySet<string> = new Set(['services', 'parts', 'verbs', 'platform']);

/** The parts themselves. */
const PARTS: ReadonlySet<string> = new Set(['approvals', 'timers', 'notices', 'evidence']);

/** What a folder of a field type registers by standing there. */
const TYPE_PART = /^src\/field-types\/([^/]+)\/(?:definition|view|panel|fixtures)\.tsx?$/;

/** Types that a file has to take by hand to be thought a list of them. */
const LISTED = 5;

type Node = Readonly<Record<string, unknown>> & { readonly type: string; readonly start: number };

/** The figures of a checkout. */
export function houseFigures(root: string, modules: readonly ModuleNames[] = moduleNames(root)): HouseFigure[] {
  const counted = sourceFiles(root).map((file) => countsOf(file, readFileSync(join(root, file), 'utf8')));
  const all = (key: keyof Counts) => counted.flatMap((counts) => counts[key]);
  return [
    {
      says: `${MANY_PARAMETERS} 个以上参数的函数`,
      sites: all('manyParameters'),
      most: 9,
      fix: '把相关的参数合成一个对象',
    },
    {
      says: '可能缺少的部件',
      sites: all('optionalParts'),
      most: 0,
      fix: '部件都必须有，不用的由什么也不做的代替（tests/fixtures 的 quietParts）',
    },
    {
      says: '分开传调用和连接的函数',
      sites: all('callAndConnection'),
      most: 0,
      fix: '改为接收 Reading 或 Tx',
    },
    {
      says: '无人引用的生成文件',
      sites: unusedGenerated(modules),
      most: 0,
      fix: '删除，或在需要时才生成',
    },
    {
      says: '手写的字段类型清单',
      sites: handwrittenLists(modules),
      most: 0,
      fix: '字段类型由所在的文件夹登记（npm run metadata -- types）',
    },
  ];
}

/** A line for each figure of which there are too many, with the places. */
export function figureFaults(figures: readonly HouseFigure[]): string[] {
  return figures
    .filter(({ sites, most }) => sites.length > most)
    .map(
      ({ says, sites, most, fix }) => `${says}有 ${sites.length} 处，至多 ${most} 处：${sites.join('、')}。请${fix}`,
    );
}

interface Counts {
  readonly manyParameters: readonly string[];
  readonly optionalParts: readonly string[];
  readonly callAndConnection: readonly string[];
}

function countsOf(file: string, source: string): Counts {
  const manyParameters: string[] = [];
  const optionalParts: string[] = [];
  const callAndConnection: string[] = [];
  const inServer = file.startsWith('server/') && !isTest(file);
  const place = ({ start }: Node) => `${file}:${source.slice(0, start).split('\n').length}`;
  const visit = (value: unknown, holder: string | undefined): void => {
    if (Array.isArray(value)) {
      for (const entry of value) visit(entry, holder);
      return;
    }
    if (!isNode(value)) return;
    const params = parametersOf(value);
    if (params.length >= MANY_PARAMETERS) manyParameters.push(place(value));
    if (inServer && isSplit(params)) callAndConnection.push(place(value));
    if (inServer && value.optional === true && reachesParts(value.object ?? value.callee)) {
      optionalParts.push(place(value));
    }
    const isMember = value.type === 'TSPropertySignature' || value.type === 'TSMethodSignature';
    if (file === PORTS && isMember && value.optional === true && REQUIRED.test(holder ?? '')) {
      optionalParts.push(place(value));
    }
    const inner = value.type === 'TSInterfaceDeclaration' ? nameOf(value.id) : holder;
    for (const child of Object.values(value)) if (typeof child === 'object' && child !== null) visit(child, inner);
  };
  visit(parseSync(file, source).program.body, undefined);
  return { manyParameters, optionalParts, callAndConnection };
}

/** Parameters of a function or of the type of one; none of anything else. */
function parametersOf(node: Node): readonly Node[] {
  if (/TypeParameter/.test(node.type)) return [];
  return Array.isArray(node.params) ? node.params.filter(isNode) : [];
}

/** Whether a function takes a call and, apart from it, the connection on which it asks. */
function isSplit(params: readonly Node[]): boolean {
  const types = params.map(typeName);
  return types.includes('EntityCall') && types.includes('Connection');
}

function typeName(param: Node): string {
  const annotation = isNode(param.typeAnnotation) ? param.typeAnnotation.typeAnnotation : undefined;
  return isNode(annotation) && annotation.type === 'TSTypeReference' ? nameOf(annotation.typeName) : '';
}

/** Whether an expression is the services of a call, or comes to what is below them. Other things are called parts too. */
function reachesParts(node: unknown): boolean {
  if (!isNode(node)) return false;
  if (node.type === 'Identifier') return nameOf(node) === 'services';
  if (node.type === 'ChainExpression') return reachesParts(node.expression);
  if (node.type !== 'MemberExpression') return false;
  const [holder, member] = [nameOf(node.object), nameOf(node.property)];
  return SERVICES.has(member) || (holder === 'parts' && PARTS.has(member)) || reachesParts(node.object);
}

/** Generated files of code that no other file takes anything of. */
function unusedGenerated(modules: readonly ModuleNames[]): string[] {
  const taken = new Set(modules.flatMap(({ takes }) => takes.map(({ from }) => from)));
  return modules.map(({ file }) => file).filter((file) => /\.generated\.ts$/.test(file) && !taken.has(file));
}

/** Files, not generated, that take the same part of many field types. */
function handwrittenLists(modules: readonly ModuleNames[]): string[] {
  return modules
    .filter(({ file }) => !/\.generated\.ts$/.test(file) && !isTest(file))
    .filter(({ takes }) => {
      const types = takes.flatMap(({ from }) => TYPE_PART.exec(from)?.[1] ?? []);
      return new Set(types).size >= LISTED;
    })
    .map(({ file }) => file);
}

function nameOf(node: unknown): string {
  return isNode(node) ? String(node.name ?? '') : '';
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}
