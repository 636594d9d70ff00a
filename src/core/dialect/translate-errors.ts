import type { ErrorObject } from 'ajv';
import { suggestion } from './nearest.ts';

/** One finding of the meta-schema in Chinese. */
interface SchemaFinding {
  readonly pointer: string;
  readonly message: string;
  readonly fix: string;
}

const TYPES: Readonly<Record<string, string>> = {
  string: '文本',
  number: '数字',
  integer: '整数',
  boolean: 'true 或 false',
  array: '列表',
  object: '对象',
  null: 'null',
};

/** What the patterns of the meta-schema ask for, in words. */
const PATTERNS: Readonly<Record<string, string>> = {
  '^[A-Za-z][A-Za-z0-9]*$': '字母开头，只含字母和数字',
  '^[A-Za-z0-9][A-Za-z0-9_-]*$': '字母或数字开头，只含字母、数字、“_”和“-”',
  '^[A-Za-z0-9][A-Za-z0-9_]*$': '字母或数字开头，只含字母、数字和“_”',
  '^@?[A-Za-z0-9][A-Za-z0-9_]*$': '角色编码，或“@”加角色组',
  '^[a-z0-9-]+/[A-Za-z0-9-]+$': '区块的领域和名称，如 risk/analysis',
  '^[a-z0-9]+(-[a-z0-9]+)*$': '小写字母和数字，用“-”连接',
  '^[a-z][A-Za-z0-9]*$': '小写字母开头，只含字母和数字',
  '^(GET|POST|PUT|DELETE) [A-Za-z0-9/{}_-]+$': '“方法 路径”，如 GET page',
  '^-?[A-Za-z][A-Za-z0-9]*$': '字段的键，前面可加“-”表示降序',
  '^[A-Za-z][A-Za-z0-9-]*$': '字母开头，只含字母、数字和“-”',
  '^[A-Za-z0-9]+([/-][A-Za-z0-9]+)*$': '路径，如 securitysystem/lawsregulations',
  '^\\d{4}-\\d{2}-\\d{2}( \\d{2}:\\d{2}:\\d{2})?$': 'YYYY-MM-DD 或 YYYY-MM-DD HH:mm:ss',
  '^\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}$': 'YYYY-MM-DD HH:mm:ss',
};

/** What the choices of the meta-schema expect, by the beginning of their description. */
const ALTERNATIVES: readonly (readonly [string, string])[] = [
  ['Who may act.', '"creator"、"system"、"everyone"，或只含 role、post、head、field、proposal、expression 之一的对象'],
  ['A call', '“方法 路径”的文本（如 "GET page"），或含 call 的对象'],
  ['A column', '字段的键，或含 field 的对象'],
  ['State afterwards', '状态的键，或 {"when", "state"} 的列表'],
  [
    'A condition, a text, a number, a moment, a list of people, or a place.',
    '条件、文字、数值或时间的表达式、人员的列表，或地点',
  ],
  ['Who may save', 'true、false，或人员的列表'],
];

/** Of the one choice without a description: the row scope of a role. */
const SCOPES = '"tenant"、"departmentTree"、"department"、"own"、"none"，或含 where 的对象';

/**
 * The findings of one validation in Chinese, one for each thing that is wrong. Needs errors of a validator made with
 * `allErrors` and `verbose`. What the branches of a choice say is folded into what the choice as a whole expects.
 */
export function translateErrors(errors: readonly ErrorObject[]): readonly SchemaFinding[] {
  const open: ErrorObject[] = [];
  const findings: SchemaFinding[] = [];
  for (const error of errors) {
    if (error.keyword !== 'oneOf') {
      open.push(error);
      continue;
    }
    const inside = open.filter((other) => isWithin(other.instancePath, error.instancePath));
    const outside = open.filter((other) => !inside.includes(other));
    open.splice(0, open.length, ...outside);
    findings.push(...choice(error, inside));
  }
  findings.push(...open.flatMap((error) => translate(error) ?? []));
  const seen = new Set<string>();
  return findings.filter((finding) => {
    const key = `${finding.pointer} ${finding.message}`;
    return !seen.has(key) && seen.add(key) !== undefined;
  });
}

function isWithin(path: string, of: string): boolean {
  return path === of || path.startsWith(`${of}/`);
}

function choice(error: ErrorObject, inside: readonly ErrorObject[]): readonly SchemaFinding[] {
  const deeper = inside.filter((other) => other.instancePath !== error.instancePath);
  const words = inside.filter((other) => other.keyword === 'additionalProperties' || other.keyword === 'required');
  const branches = new Set(words.map((other) => other.schemaPath.replace(/\/(additionalProperties|required)$/, '')));
  const isObject = typeof error.data === 'object' && error.data !== null && !Array.isArray(error.data);
  if (deeper.length > 0 || (isObject && branches.size === 1)) {
    const own = inside.filter((other) => deeper.includes(other) || words.includes(other));
    // An own branch that was entered says more than the choice; the others' required words would only confuse.
    const relevant = deeper.length > 0 && branches.size > 1 ? deeper : own;
    return relevant.flatMap((other) => translate(other) ?? []);
  }
  const description = String(error.parentSchema?.description ?? '');
  const expected = ALTERNATIVES.find(([beginning]) => description.startsWith(beginning))?.[1] ?? SCOPES;
  return [{ pointer: error.instancePath, message: `这里须为${expected}`, fix: `改写为${expected}` }];
}

function translate(error: ErrorObject): SchemaFinding | undefined {
  const { instancePath: pointer, params, keyword } = error;
  const at = (message: string, fix: string, sub = ''): SchemaFinding => ({ pointer: pointer + sub, message, fix });
  const limit = String(params.limit);
  switch (keyword) {
    case 'additionalProperties': {
      const name = String(params.additionalProperty);
      const known = Object.keys((error.parentSchema?.properties as object | undefined) ?? {});
      const step = `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      return at(`不认识的关键字“${name}”${suggestion(name, known)}`, `改为 ${known.join('、')} 之一，或删去`, step);
    }
    case 'required':
      return at(`缺少“${String(params.missingProperty)}”`, `补上 "${String(params.missingProperty)}"`);
    case 'dependentRequired': {
      const { property, missingProperty } = params;
      return at(`写了“${property}”就要写“${missingProperty}”`, `补上 "${missingProperty}"`);
    }
    case 'type': {
      const wanted = [params.type].flat().map((type) => TYPES[String(type)] ?? String(type));
      return at(`须为${wanted.join('或')}`, `改为${wanted.join('或')}`);
    }
    case 'enum': {
      const values = (params.allowedValues as readonly unknown[]).map(String);
      return at(
        `“${show(error.data)}”不在可用的值之内${suggestion(String(error.data), values)}`,
        `改为 ${values.join('、')} 之一`,
      );
    }
    case 'const':
      return at(`须为 ${JSON.stringify(params.allowedValue)}`, `改为 ${JSON.stringify(params.allowedValue)}`);
    case 'pattern': {
      const words = PATTERNS[String(params.pattern)] ?? `与 ${String(params.pattern)} 相符的文本`;
      const value = error.propertyName ?? show(error.data);
      const step =
        error.propertyName === undefined ? '' : `/${error.propertyName.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      return at(`“${value}”的写法不对，须为${words}`, `改为${words}`, step);
    }
    case 'minLength':
      return at(limit === '1' ? '不能为空文本' : `至少 ${limit} 个字`, '写上内容');
    case 'maxLength':
      return at(`最多 ${limit} 个字`, '缩短');
    case 'minimum':
    case 'exclusiveMinimum':
      return at(`不能小于${keyword === 'minimum' ? '' : '或等于'} ${limit}`, '改大');
    case 'maximum':
      return at(`不能大于 ${limit}`, '改小');
    case 'minItems':
      return at(`至少 ${limit} 项`, '补上缺少的项');
    case 'maxItems':
      return at(`最多 ${limit} 项`, '减少');
    case 'uniqueItems':
      return at('列表里有重复的项', '删去重复的');
    case 'propertyNames':
    case 'if':
      // The error of the name itself is reported beside it.
      return undefined;
    default:
      return at(`不符合元模式的要求（${keyword}）`, '按 docs/dialect/keywords.md 改写');
  }
}

function show(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
