// @vitest-environment jsdom
import { expect, it } from 'vitest';
import type { Entity, Section } from '../../src/core/dialect/entity.generated.ts';
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

it('what a field does, demands or holds makes another form', () => {
  const entity = shipped.find(({ entity: key }) => key === 'contractor') as Entity;
  const before = buildDraft(entity, surroundings, null);
  const [key = '', other = ''] = Object.keys(entity.record.properties);
  const { [key]: _, ...rest } = entity.record.properties;
  const changed: readonly Partial<Entity>[] = [
    { record: { ...entity.record, required: [...(entity.record.required ?? []), other] } },
    { record: { ...entity.record, properties: rest } },
    ...[{ maxLength: 3 }, { visible: 'false' }, { default: "'x'" }, { hidden: true }, { field: 'textarea' }].map(
      (more) => ({
        record: {
          ...entity.record,
          properties: { ...entity.record.properties, [key]: { ...entity.record.properties[key], ...more } },
        } as Entity['record'],
      }),
    ),
    { form: { ...entity.form, rules: [{ when: '1 == 2', else: '从不' }] } as Entity['form'] },
    {
      form: {
        ...entity.form,
        sections: Object.fromEntries(
          Object.entries(entity.form?.sections ?? {}).map(([name, section]) => [
            name,
            { ...section, visible: '1 == 1' },
          ]),
        ),
      } as Entity['form'],
    },
  ];
  for (const each of changed) {
    expect(
      actsAlike(before, buildDraft({ ...entity, ...each } as Entity, surroundings, null)),
      JSON.stringify(each),
    ).toBe(false);
  }
});
