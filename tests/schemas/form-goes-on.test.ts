// @vitest-environment jsdom
import { expect, it } from 'vitest';
import type { Entity, Property, Section } from '../../src/core/dialect/entity.generated.ts';
import { createFormEngine, type FormEngine } from '../../src/runtime/form/form-engine.ts';
import type { EntityPageModel } from '../../src/runtime/model/page-model.ts';
import { expressionUserOf } from '../../src/runtime/model/person.ts';
import { browserEnvironment } from '../../src/runtime/model/record-environment.ts';
import { actsAlike } from '../../src/runtime/preview/acts-alike.ts';
import { BARE, buildDraft, type Surroundings } from '../../src/runtime/preview/draft-model.ts';
import { resolvedEntities } from '../fixtures/resolved-entities.ts';

const entities = resolvedEntities();
const shipped = entities.map(({ entity }) => entity).filter(({ record }) => Object.keys(record.properties).length > 1);
const surroundings: Surroundings = {
  ...BARE,
  children: Object.fromEntries(entities.map(({ entity, area }) => [entity.entity, { entity, area }])),
};

const engineOf = (page: EntityPageModel): FormEngine =>
  createFormEngine({
    page,
    initial: {},
    environment: browserEnvironment(page, expressionUserOf(null, ''), { now: new Date('2026-11-20T04:00:00Z') }),
  });

/** What can be seen of a form, and what it would say. */
function shown(engine: FormEngine): unknown {
  const faults = engine.check('complete');
  const fields = engine.page.model.fields.flatMap(({ key }) => {
    const model = engine.field(key);
    if (model === undefined) return [];
    const { required } = model.data as { required: boolean };
    return [[key, model.title, required, model.pattern, model.display, model.selfErrors]];
  });
  return { fields, faults, values: engine.values(), body: engine.body() };
}

/** The entity with its fields and sections the other way round, under other titles and as wide as they go. */
function lookedOver(entity: Entity): Entity {
  const turned = <T>(map: Readonly<Record<string, T>>, change: (value: T) => T): Record<string, T> =>
    Object.fromEntries(
      Object.entries(map)
        .reverse()
        .map(([key, value]) => [key, change(value)]),
    );
  const sections = entity.form?.sections;
  return {
    ...entity,
    title: `${entity.title}甲`,
    record: {
      ...entity.record,
      properties: turned(entity.record.properties, (property) => ({
        ...property,
        title: `${property.title}乙`,
        span: 'full',
      })),
    },
    ...(sections === undefined
      ? {}
      : {
          form: {
            ...entity.form,
            columns: 1,
            sections: turned(
              sections,
              (section): Section => ({ ...section, columns: 2, fields: section.fields.toReversed() }),
            ),
          },
        }),
  };
}

it.each(shipped.map((entity) => [entity.entity, entity] as const))(
  'the form of %s goes on under other titles and in another order as one made anew',
  (_, entity) => {
    const before = buildDraft(entity, surroundings, null);
    const after = buildDraft(lookedOver(entity), surroundings, null);
    expect(actsAlike(before, after)).toBe(true);
    const engine = engineOf(before);
    engine.adopt(after);
    const anew = engineOf(after);
    expect(shown(engine)).toEqual(shown(anew));
    engine.dispose();
    anew.dispose();
  },
);

/** The entity with other demands: what was required is not, and the other way round, values are short and choices fewer. */
function demanding(entity: Entity): Entity {
  const { properties, required = [] } = entity.record;
  const isAsked = ([key, { hidden, endOf, compute, cases, formula, rollup }]: [string, Property]) =>
    !(required.includes(key) || hidden === true || compute || cases || formula || rollup || endOf);
  const changed = Object.entries(properties).map(([key, property]): [string, Property] => {
    const { options, requiredWhen: _requiredWhen, disabledWhen: _disabledWhen, ...rest } = property;
    const [first] = Object.entries(options ?? {});
    const limited = property.type === 'string' && options === undefined && property.dict === undefined;
    return [
      key,
      {
        ...rest,
        ...(limited ? { maxLength: 1 } : {}),
        ...(first === undefined ? {} : { options: Object.fromEntries([first]) }),
      },
    ];
  });
  const sections = Object.entries(entity.form?.sections ?? {}).map(
    ([key, { visible, ...section }], index) =>
      [key, visible === undefined && index > 0 ? { ...section, visible: '1 == 2' } : section] as const,
  );
  return {
    ...entity,
    record: {
      ...entity.record,
      properties: Object.fromEntries(changed),
      required: Object.entries(properties)
        .filter(isAsked)
        .map(([key]) => key),
    },
    ...(entity.form === undefined
      ? {}
      : { form: { ...entity.form, sections: Object.fromEntries(sections), rules: [] } }),
  } as Entity;
}

it.each(shipped.map((entity) => [entity.entity, entity] as const))(
  'the form of %s goes on under other demands as one made anew, and back',
  (_, entity) => {
    const before = buildDraft(entity, surroundings, null);
    const after = buildDraft(demanding(entity), surroundings, null);
    expect(actsAlike(before, after)).toBe(true);
    const engine = engineOf(before);
    engine.adopt(after);
    const anew = engineOf(after);
    expect(shown(engine)).toEqual(shown(anew));
    engine.show([]);
    engine.adopt(before);
    const again = engineOf(before);
    expect(shown(engine)).toEqual(shown(again));
    for (const each of [engine, anew, again]) each.dispose();
  },
);

it('what a field does or begins with makes another form', () => {
  const entity = shipped.find(({ entity: key }) => key === 'contractor') as Entity;
  const before = buildDraft(entity, surroundings, null);
  const [key = ''] = Object.keys(entity.record.properties);
  const { [key]: _, ...rest } = entity.record.properties;
  const changed: readonly Partial<Entity>[] = [
    { record: { ...entity.record, properties: rest } },
    ...[{ default: "'x'" }, { compute: "'x'" }, { hidden: true }, { field: 'textarea' }].map((more) => ({
      record: {
        ...entity.record,
        properties: { ...entity.record.properties, [key]: { ...entity.record.properties[key], ...more } },
      } as Entity['record'],
    })),
  ];
  for (const each of changed) {
    expect(
      actsAlike(before, buildDraft({ ...entity, ...each } as Entity, surroundings, null)),
      JSON.stringify(each),
    ).toBe(false);
  }
});
