import type { Effect, Entity } from '../dialect/entity.generated.ts';
import type { Path } from '../dialect/walk/walk.ts';
import type { LibraryStep } from '../model/entity-model.ts';
import { entityNames, type NameTable, nameScope } from '../model/entity-scope.ts';
import { namedEntity } from './effect-target.ts';
import type { PlacedEffect } from './effect-verb.ts';

/** A library as an effect reads it, with the records that `values` see besides those of the effect. */
interface BuiltLibrary {
  readonly step: LibraryStep;
  /** `row`, and `over` where rows are taken for each of some records. */
  readonly records: Readonly<Record<string, NameTable>>;
}

/** The rows of which each gives a record: those of a library that a condition takes, or a sample of them. */
export function buildLibrary(
  effect: PlacedEffect,
  from: NonNullable<Effect['from']>,
  path: Path,
): BuiltLibrary | undefined {
  const { world, built, compiler, records } = effect;
  const library = namedEntity(effect, from.entity, [...path, 'entity']);
  const over = from.over === undefined ? undefined : overEntity(effect, { over: from.over, of: from.of }, path);
  if (library === undefined) return undefined;
  const rows = entityNames(world, library);
  const around: Readonly<Record<string, NameTable>> = over === undefined ? {} : { over: entityNames(world, over) };
  const names = built.scopes.names;
  const scope = nameScope(world, rows, { record: names, parent: names, outer: names, ...around });
  const counted = nameScope(world, names, { ...records, ...around });
  checkSample(effect, from, path);
  return {
    step: {
      entity: library.entity,
      where: compiler.compile(from.where, [...path, 'where'], scope, 'boolean'),
      over: over?.entity,
      of: over === undefined ? undefined : from.of,
      sample: compiler.compile(from.sample, [...path, 'sample'], counted, 'number'),
      seed: compiler.compile(from.seed, [...path, 'seed'], counted, 'text'),
    },
    records: { row: rows, ...around },
  };
}

/** The child entity whose records each take rows: those of this record, or with `of` of the one that a field refers to. */
function overEntity(
  { world, entity, compiler }: PlacedEffect,
  { over, of }: { readonly over: string; readonly of: string | undefined },
  path: Path,
): Entity | undefined {
  const target = of === undefined ? undefined : entity.record.properties[of]?.ref?.entity;
  if (of !== undefined && target === undefined) {
    compiler.sink.error(
      [...path, 'of'],
      `of 要写本实体里引用另一条记录的字段，“${of}”不是`,
      '改为引用字段的名称，或去掉 of，即本记录的子记录',
    );
    return undefined;
  }
  const owner = target ?? entity.entity;
  const found = world.entity(over);
  if (found?.parent?.entity === owner) return found;
  const children = [...(world.entityKeys?.() ?? [])].filter((one) => world.entity(one)?.parent?.entity === owner);
  const whose = target === undefined ? '本实体' : `“${target}”`;
  compiler.sink.error(
    [...path, 'over'],
    `over 要写${whose}的子实体，“${over}”不是${children.length === 0 ? `，${whose}没有子实体` : `，有 ${children.join('、')}`}`,
    '改为子实体的名称，或去掉 over',
  );
  return undefined;
}

function checkSample({ compiler: { sink } }: PlacedEffect, from: NonNullable<Effect['from']>, path: Path): void {
  if (from.of !== undefined && from.over === undefined) {
    sink.error([...path, 'of'], '没有 over 时 of 不起作用', '加上 over，即逐条抽取的子实体，或去掉 of');
  }
  if (from.sample !== undefined && from.seed === undefined) {
    sink.error([...path, 'sample'], '抽取要有 seed：同一个 seed 抽出同样的记录，事后才能核对', '加上 "seed": "id"');
  }
  if (from.seed !== undefined && from.sample === undefined) {
    sink.error([...path, 'seed'], '没有 sample 时 seed 不起作用', '加上 sample，即抽几条，或去掉 seed');
  }
  if (path[0] === 'schedule' && (from.sample ?? from.over) !== undefined) {
    sink.error(path, '周期计划不能抽取', '让周期计划生成记录，由该记录的流转抽取');
  }
}
