import type { Property } from '../dialect/entity.generated.ts';
import { say } from '../text/say.ts';
import type { BuiltFields } from './built-fields.ts';
import { checkPerson } from './check-actors.ts';
import { type ExpressionCompiler, reportUnknown } from './compile-expression.ts';
import { CREATOR, VOTES } from './names-of-people.ts';

type Path = readonly (string | number)[];
type Properties = Readonly<Record<string, Property>>;

/** Names of a `distinct` of a step or a vote that can be kept; others are reported. */
export function checkDistinct(
  compiler: ExpressionCompiler,
  built: BuiltFields,
  names: readonly string[] | undefined,
  path: Path,
): readonly string[] {
  return (names ?? []).filter((name, index) => {
    if (name === CREATOR || name === VOTES) return true;
    checkPerson(compiler, built, name, 'user', [...path, index]);
    return built.field.get(name)?.target === 'user';
  });
}

/** What keeps a field apart from the people it must not share: a condition over the record with its words. */
interface DistinctRule {
  readonly when: string;
  readonly else: string;
}

/** The rules that a field's `distinct` stands for, one for each name. Names that cannot be kept are reported. */
export function distinctRules(
  { sink }: ExpressionCompiler,
  properties: Properties,
  key: string,
  property: Property,
  path: Path,
): readonly DistinctRule[] {
  const found = (property.distinct ?? []).flatMap((name, index): readonly DistinctRule[] => {
    const at = [...path, 'distinct', index];
    if (name === CREATOR) return [{ when: apart(key, property, 'createUser', undefined), else: told(key, property) }];
    const other = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (name === VOTES || other === undefined) {
      reportUnknown(sink, at, '人员字段', name, [CREATOR, ...peopleIn(properties, key)]);
      return [];
    }
    if (name === key || !isPeople(other)) {
      const fault = name === key ? `“${name}”就是本字段` : `“${name}”不是人员字段`;
      sink.error(at, fault, '改为另一个选择人员的字段（orgSelect）');
      return [];
    }
    if (property.type === 'array' && other.type === 'array') {
      sink.error(at, `“${key}”和“${name}”都是多选，不能用 distinct 分开`, '把其中一个改为单选');
      return [];
    }
    return [{ when: apart(key, property, name, other), else: told(key, property, [name, other]) }];
  });
  if (property.distinct !== undefined && !isPeople(property)) {
    sink.error([...path, 'distinct'], '只有选择人员的字段可以写 distinct', '改为 orgSelect，org 为 user');
    return [];
  }
  return found;
}

/** What the rule says: who is both, which the field that holds one person names where it is said. */
function told(key: string, property: Property, named?: readonly [name: string, other: Property]): string {
  const titles = { field: property.title, other: named?.[1].title ?? say('创建人') };
  const single = property.type === 'array' ? named?.[0] : key;
  // Who makes a record is not known by name before it is saved.
  if (single === undefined) return say('{field}不能是{other}', titles);
  return say('{person}既是{field}又是{other}，须由不同的人担任', { ...titles, person: `{${single}}` });
}

function apart(key: string, property: Property, name: string, other: Property | undefined): string {
  // Before the record is saved its creator is whoever enters it.
  const value = name === 'createUser' ? '(isNull(createUser) ? me.userId : createUser)' : name;
  if (property.type === 'array') return `(isNull(${value}) or not includes(${key}, ${value}))`;
  return other?.type === 'array' ? `not includes(${value}, ${key})` : `(isNull(${value}) or ${key} != ${value})`;
}

function isPeople({ field, org }: Property): boolean {
  return field === 'orgSelect' && org === 'user';
}

function peopleIn(properties: Properties, but: string): string[] {
  return Object.entries(properties).flatMap(([key, property]) => (key !== but && isPeople(property) ? [key] : []));
}
