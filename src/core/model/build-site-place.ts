import type { Entity, Property, SitePlace } from '../dialect/entity.generated.ts';
import { type ExpressionNode, memberPath } from '../expression/node.ts';
import type { BuiltFields } from './built-fields.ts';
import type { ExpressionCompiler } from './compile-expression.ts';
import type { ModelExpression, SitePlaceModel } from './entity-model.ts';
import type { ModelWorld } from './model-world.ts';

type Path = readonly (string | number)[];

/** What a place is read with: the entity, its fields, and what compiles its expressions. */
interface PlaceBuilding {
  readonly world: ModelWorld;
  readonly entity: Entity;
  readonly built: BuiltFields;
  readonly compiler: ExpressionCompiler;
}

/** Where a step has to be taken, its expressions compiled over the stored record; undefined where nothing is asked. */
export function buildSitePlace(
  source: SitePlace | undefined,
  path: Path,
  building: PlaceBuilding,
): SitePlaceModel | undefined {
  if (source === undefined || source === false) return undefined;
  const { built, compiler } = building;
  const { value } = built.scopes;
  const nothing = { within: undefined, metres: undefined, tag: undefined, name: undefined };
  if (source === true) return { when: undefined, ...nothing };
  if (typeof source === 'string') {
    const when = compiler.compile(source, path, value, 'boolean');
    return when === undefined ? undefined : { when, ...nothing };
  }
  const within = compiler.compile(source.within, [...path, 'within'], value);
  const kind = within === undefined ? undefined : shapeOf(building, within);
  if (within !== undefined && kind === undefined) {
    const fix = '写记录上或引用后面的 geo 字段，如 areaId.polygon';
    compiler.sink.error([...path, 'within'], `“${source.within}”不是坐标字段，不能与所在位置比较`, fix);
  }
  if (kind === 'point' && source.metres === undefined) {
    const fix = '写上 metres（米），如 "metres": "50"';
    compiler.sink.error([...path, 'within'], `“${source.within}”是一个点，没有说明多少米以内算在现场`, fix);
  }
  return {
    when: compiler.compile(source.when, [...path, 'when'], value, 'boolean'),
    within,
    metres: compiler.compile(source.metres, [...path, 'metres'], value, 'number'),
    tag: compiler.compile(source.tag, [...path, 'tag'], value, 'text'),
    name: compiler.compile(source.name, [...path, 'name'], value, 'text'),
  };
}

/** Expressions of a place, for whoever has to have at hand what they read. */
export function siteExpressions(place: SitePlaceModel | undefined): readonly ModelExpression[] {
  const { when, within, metres, tag, name } = place ?? {};
  return [when, within, metres, tag, name].filter((expression) => expression !== undefined);
}

/** Whether an expression names an outline or a point; undefined where it names no field of coordinates. */
function shapeOf(building: PlaceBuilding, { node, type }: ModelExpression): 'outline' | 'point' | undefined {
  if (type !== 'place' && type !== 'object') return undefined;
  if (node.kind !== 'name' && node.kind !== 'member') return undefined;
  const property = propertyAt(building, node);
  // A browser knows less of the entities behind references than whoever judged the file.
  if (property !== undefined && property.field !== 'geo') return undefined;
  return type === 'place' ? 'point' : 'outline';
}

function propertyAt({ world, entity }: PlaceBuilding, node: ExpressionNode): Property | undefined {
  if (node.kind !== 'name' && node.kind !== 'member') return undefined;
  let holder: Entity | undefined = entity;
  let found: Property | undefined;
  for (const key of memberPath(node)) {
    if (holder === undefined) return undefined;
    if (key === 'parent' && holder.record.properties.parent === undefined) {
      holder = world.entity(holder.parent?.entity ?? '');
      continue;
    }
    found = holder.record.properties[key];
    holder = world.entity(found?.ref?.entity ?? '');
  }
  return found;
}
