import { buildSet } from '../../model/build-set.ts';
import type { CreateStep } from '../../model/entity-model.ts';
import { nameScope, propertyNames } from '../../model/entity-scope.ts';
import { buildCopy } from '../build-copy.ts';
import { buildLibrary } from '../build-library.ts';
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
          description:
            'Rows taken: bare names are theirs, `record.x` is this record, `over.x` the child in whose turn they are taken.',
          'x-over': 'target',
          'x-editor': 'condition',
        },
        over: {
          $ref: '#/$defs/entityKey',
          description:
            'Child entity of this one: rows are taken for each of its records in turn, which is `over.x` in `where`, `sample`, `seed` and `values`.',
        },
        of: {
          $ref: '#/$defs/fieldKey',
          description:
            'Field of this entity that refers to the record whose children `over` goes through. Default this record itself.',
        },
        sample: {
          $ref: '#/$defs/expression',
          description:
            'How many of the rows are drawn, none twice in one effect; where there are fewer nothing happens and it is said. Default all.',
        },
        seed: {
          $ref: '#/$defs/expression',
          description:
            'Text that alone decides which rows are drawn, and in which order: the same one draws the same again.',
        },
      },
      additionalProperties: false,
      required: ['entity'],
    },
    copy: {
      description:
        'The created record is a copy of this one: a new version. `values` say what is otherwise. Never copied are states, signatures, numbers that the platform gives and what is computed.',
      type: 'object',
      properties: {
        fields: {
          description: 'Fields that are copied; files only where they are named. Default all that a person enters.',
          type: 'array',
          minItems: 1,
          uniqueItems: true,
          items: { $ref: '#/$defs/fieldKey' },
        },
        rows: {
          description: 'Child entities whose rows are copied along. Default none.',
          type: 'array',
          minItems: 1,
          uniqueItems: true,
          items: { $ref: '#/$defs/entityKey' },
        },
      },
      additionalProperties: false,
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
    const library = source.from === undefined ? undefined : buildLibrary(effect, source.from, [...path, 'from']);
    if (entity === undefined) return undefined;
    const copy = source.copy === undefined ? undefined : buildCopy(effect, source.copy);
    const over = library === undefined ? scope : nameScope(world, names, { ...records, ...library.records });
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
      reads: [
        ...Object.values(values),
        ...[library?.step.sample, library?.step.seed].filter((one) => one !== undefined),
      ],
      step: { library: library?.step, ...(copy === undefined ? {} : { copy }), values },
    };
  },
};
