import type { Actor, Entity, FieldRight, Override, Property } from '../dialect/entity.generated.ts';
import { type ExpressionNode, parseExpression, printExpression, substituteNames } from '../expression/index.ts';
import { say } from '../text/say.ts';

type Properties = Readonly<Record<string, Property>>;

/** Keys of the fields that stand beside one with `override`. */
interface OverrideKeys {
  /** What the system computes, whatever people have put in its place. */
  readonly computed: string;
  /** The value that a person put in its place. */
  readonly value: string;
  readonly reason: string;
  /** Who put it there. */
  readonly by: string;
}

/** Keys of the fields beside one with `override`; of their columns, where it is called by its permanent id. */
export function overrideKeys(key: string): OverrideKeys {
  return {
    computed: `${key}Computed`,
    value: `${key}Override`,
    reason: `${key}OverrideReason`,
    by: `${key}OverrideBy`,
  };
}

/** An actor as a condition over record and person; undefined for one that these two do not tell. */
function actorCondition(actor: Actor, properties: Properties): string | undefined {
  if (actor === 'everyone') return 'true';
  // A record that is being made has no creator yet where its form is filled in.
  if (actor === 'creator') return '(isNull(createUser) or createUser == me.userId)';
  if (typeof actor === 'string') return undefined;
  if ('role' in actor) return actor.role === 'everyone' ? 'true' : `includes(me.roles, '${actor.role}')`;
  if ('field' in actor) {
    const isList = properties[actor.field]?.type === 'array';
    return isList ? `includes(${actor.field}, me.userId)` : `${actor.field} == me.userId`;
  }
  return 'expression' in actor ? `(${actor.expression})` : undefined;
}

/** Places of the people in `who` whom neither the record nor the person tells. */
export function untoldActors({ who }: Override): readonly number[] {
  return who.flatMap((actor, index) => (actorCondition(actor, {}) === undefined ? [index] : []));
}

/** Choices by which a yes or no is entered: a switch could not be left empty. */
const YES = '1';
const NO = '0';

/** The value put in place of the computed one, as the field itself would hold it. */
export function enteredValue({ type }: Pick<Property, 'type'>, value: unknown): unknown {
  return type === 'boolean' && typeof value === 'string' ? value === YES : value;
}

function enteredNode(type: Property['type'], key: string): ExpressionNode {
  const name: ExpressionNode = { kind: 'name', name: key };
  if (type !== 'boolean') return name;
  return { kind: 'binary', operator: '==', left: name, right: { kind: 'literal', value: YES } };
}

/** What the field holds: the value put in place of the computed one as long as it may stand there. */
function effective({ type }: Property, { when }: Override, keys: OverrideKeys): string {
  const value = enteredNode(type, keys.value);
  const there = `not isNull(${keys.value})`;
  const given = `? ${printExpression(value)} : ${keys.computed}`;
  const parsed = when === undefined ? undefined : parseExpression(when);
  if (parsed === undefined || 'problems' in parsed) return `${there} ${given}`;
  const computed: ExpressionNode = { kind: 'name', name: keys.computed };
  const condition = substituteNames(parsed.node, (name) =>
    name === 'value' ? value : name === 'computed' ? computed : undefined,
  );
  return `${there} and (${printExpression(condition)}) ${given}`;
}

const MOST_LETTERS = 500;

function enteredAs({
  type,
  format,
  dict,
  options,
}: Property): Pick<Property, 'field' | 'type' | 'format' | 'maxLength' | 'options'> {
  if ((dict ?? options) !== undefined) return { field: 'select', type };
  if (type === 'number' || type === 'integer') return { field: 'number', type };
  if (type === 'boolean') {
    const options = { [YES]: { title: say('是'), order: 10 }, [NO]: { title: say('否'), order: 20 } };
    return { field: 'radio', type: 'string', options };
  }
  if (format === 'date' || format === 'date-time') return { field: 'date', type, format };
  return { field: 'input', type, maxLength: MOST_LETTERS };
}

/** Keywords of a computed field that say the same of the value in its place. */
const SHARED = ['dict', 'options', 'removedOptions', 'precision', 'scale', 'unit', 'maskInLists', 'visible'] as const;

function shared(property: Property): Pick<Property, (typeof SHARED)[number]> {
  return Object.fromEntries(
    SHARED.flatMap((word) => (property[word] === undefined ? [] : [[word, property[word]]])),
  ) as Pick<Property, (typeof SHARED)[number]>;
}

/** Whether the value of a field is one that a person can put another in the place of. */
export function isOverridable({ type, compute, cases, rollup, running, writeOnly }: Property): boolean {
  const isComputed = (compute ?? cases) !== undefined && rollup === undefined && running === undefined;
  return isComputed && type !== 'array' && type !== 'object' && writeOnly !== true;
}

/** The field itself and those beside it, by key. */
function expand(key: string, property: Property, override: Override, all: Properties): readonly [string, Property][] {
  const { title } = property;
  const keys = overrideKeys(key);
  const ids = overrideKeys(property.id ?? key);
  const { cases: _cases, ...rest } = property;
  const { override: _override, quickSearch: _search, ...computed } = property;
  const there = `not isNull(${keys.value})`;
  const seen = property.visible === undefined ? there : `(${property.visible}) and ${there}`;
  const may = override.who.map((actor) => actorCondition(actor, all) ?? 'false').join(' or ');
  const disabledWhen = `not (${may})`;
  return [
    [key, { ...rest, compute: effective(property, override, keys) }],
    [
      keys.value,
      {
        ...shared(property),
        ...enteredAs(property),
        id: ids.value,
        title: say('{field}（人工）', { field: title }),
        disabledWhen,
      },
    ],
    ...(override.reason === true
      ? [
          [
            keys.reason,
            {
              id: ids.reason,
              title: say('{field}改定理由', { field: title }),
              field: 'input',
              type: 'string',
              maxLength: MOST_LETTERS,
              visible: seen,
              requiredWhen: 'true',
              disabledWhen,
            },
          ] satisfies [string, Property],
        ]
      : []),
    [
      keys.by,
      {
        id: ids.by,
        title: say('{field}改定人', { field: title }),
        field: 'orgSelect',
        type: 'string',
        org: 'user',
        visible: seen,
        disabledWhen: 'true',
      },
    ],
    [keys.computed, { ...computed, id: ids.computed, title: say('{field}（系统计算）', { field: title }) }],
  ];
}

/** Keys of the fields that stand beside the overridden ones, each with the key of the field that it belongs to. */
export function besideOf(properties: Properties): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(properties).flatMap(([key, property]) => {
      const { override } = property;
      if (override === undefined || !isOverridable(property)) return [];
      const { reason, ...keys } = overrideKeys(key);
      return [...Object.values(keys), ...(override.reason === true ? [reason] : [])].map((name): [string, string] => [
        name,
        key,
      ]);
    }),
  );
}

/** The properties of an entity with those that stand beside its overridden fields; a field of the file keeps its name. */
export function withOverrideProperties(properties: Entity['record']['properties']): Entity['record']['properties'] {
  if (!Object.values(properties).some(({ override }) => override !== undefined)) return properties;
  return Object.fromEntries(
    Object.entries(properties).flatMap(([key, property]) => {
      if (property.override === undefined || !isOverridable(property)) return [[key, property]];
      return expand(key, property, property.override, properties).filter(
        ([name]) => name === key || !Object.hasOwn(properties, name),
      );
    }),
  );
}

/** Rights on what is entered: who may read the computed field is told by its rights, who may enter by `who`. */
const entered = (rights: readonly FieldRight[]): FieldRight[] =>
  rights.map((right) => (right.access === 'read' ? { ...right, access: 'write' } : right));

/**
 * An entity with the fields that its overrides need: what the system computes, the value in its place, why and by whom.
 * Whoever may not see the field sees none of them.
 */
export function withOverrides(entity: Entity): Entity {
  const { properties } = entity.record;
  const beside = besideOf(properties);
  if (beside.size === 0) return entity;
  const rights = entity.permissions?.fields ?? {};
  const added = [...beside].flatMap(([name, key]): [string, FieldRight[]][] => {
    const own = rights[key];
    if (own === undefined || rights[name] !== undefined) return [];
    const keys = overrideKeys(key);
    return [[name, name === keys.value || name === keys.reason ? entered(own) : own]];
  });
  return {
    ...entity,
    record: { ...entity.record, properties: withOverrideProperties(properties) },
    ...(added.length === 0
      ? {}
      : { permissions: { ...entity.permissions, fields: { ...rights, ...Object.fromEntries(added) } } }),
  };
}
