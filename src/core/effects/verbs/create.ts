import { buildSet } from '../../model/build-set.ts';
import type { CreateStep } from '../../model/entity-model.ts';
import { entityNames, nameScope, propertyNames } from '../../model/entity-scope.ts';
import { namedEntity } from '../effect-target.ts';
import type { EffectVerb } from '../effect-verb.ts';

/** Creates a record of an entity, or one for each row that a condition takes of a library. */
export const verb: EffectVerb<CreateStep> = {
  keyword: 'create',
  schema: {
    create: { $ref: '#/$defs/entityKey', description: 'Entity of which a record is created.' },
    from: {
      description: 'Library of rows, one record is created for each.',
      'x-target': ['entity'],
      type: 'object',
      properties: {
        entity: { $ref: '#/$defs/entityKey', description: 'Library entity.' },
        where: {
          $ref: '#/$defs/expression',
          description: 'Rows taken.',
          'x-over': 'target',
          'x-editor': 'condition',
        },
      },
      additionalProperties: false,
      required: ['entity'],
    },
  },
  shares: ['values'],
  creates: ({ create }) => create,
  build(effect) {
    const { world, built, compiler, records, source, path, scope } = effect;
    const names = built.scopes.names;
    if (source.each !== undefined)
      compiler.sink.error([...path, 'each'], 'create 不作用于已有的记录', '去掉 each，或用 from');
    const entity = namedEntity(effect, source.create ?? '', [...path, 'create']);
    const { from } = source;
    const library = from === undefined ? undefined : namedEntity(effect, from.entity, [...path, 'from', 'entity']);
    if (entity === undefined) return undefined;
    const rows = library === undefined ? undefined : entityNames(world, library);
    const over = rows === undefined ? scope : nameScope(world, names, { ...records, row: rows });
    const where =
      rows === undefined
        ? undefined
        : compiler.compile(
            from?.where,
            [...path, 'from', 'where'],
            nameScope(world, rows, { record: names, parent: names, outer: names }),
            'boolean',
          );
    const values = buildSet(
      compiler,
      source.values,
      [...path, 'values'],
      propertyNames(world, entity.record.properties),
      over,
    );
    return {
      entity,
      target: { kind: 'none' },
      creates: true,
      reads: Object.values(values),
      step: { library: library === undefined ? undefined : { entity: library.entity, where }, values },
    };
  },
};
