// @vitest-environment jsdom
import { readdirSync, readFileSync } from 'node:fs';
import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import { beforeAll, expect, it } from 'vitest';
import { readWorld } from '../../scripts/metadata/read-world.ts';
import { http } from '../../src/api/client.ts';
import type { Entity } from '../../src/core/dialect/entity.generated.ts';
import { parseEntity } from '../../src/core/dialect/parse-entity.ts';
import type { PageMetadata } from '../../src/core/wire/page.ts';
import { FieldServicesProvider } from '../../src/field-types/field-services.ts';
import { EntityContextProvider, type EntityPageContext } from '../../src/runtime/EntityContext.ts';
import { FormView } from '../../src/runtime/form/FormView.tsx';
import { createFormEngine } from '../../src/runtime/form/form-engine.ts';
import { buildPageModel } from '../../src/runtime/model/page-model.ts';
import { expressionUserOf } from '../../src/runtime/model/person.ts';
import { browserEnvironment } from '../../src/runtime/model/record-environment.ts';
import { BARE, buildDraft } from '../../src/runtime/preview/draft-model.ts';
import { PreviewStage } from '../../src/runtime/preview/PreviewStage.tsx';
import { createFieldServices } from '../../src/runtime/services/field-services.ts';
import { UiProvider } from '../../src/ui/UiProvider.tsx';
import { resolvedEntities } from '../fixtures/resolved-entities.ts';
import { prepareDom } from '../fixtures/small-app.tsx';

/** All that is shipped, of the areas and of the examples. */
const entities = [...resolvedEntities().map(({ entity }) => entity), ...exampleEntities()];

beforeAll(async () => {
  prepareDom();
  // Parts that are fetched when they are first drawn would be there for the second form alone.
  await Promise.all(Object.values(import.meta.glob('../../src/field-types/*/Qr*.tsx')).map((load) => load()));
  // No server here: calls wait for ever, as on a slow line.
  http.defaults.adapter = () => new Promise(() => undefined);
});

/** The examples that are shipped. */
function exampleEntities(): readonly Entity[] {
  const { shared } = readWorld('schemas');
  return readdirSync('schemas/examples')
    .filter((name) => name.endsWith('.entity.json'))
    .map((name) => {
      const parsed = parseEntity(readFileSync(`schemas/examples/${name}`, 'utf8'), name, shared);
      if ('problems' in parsed) throw new Error(name);
      return parsed.entity;
    });
}

/** What each field of a form is made of, without the ids that differ from form to form. */
async function fieldsOf(form: ReactNode): Promise<Readonly<Record<string, string>>> {
  const host = document.createElement('div');
  document.body.append(host);
  const root = createRoot(host);
  await act(async () =>
    root.render(
      <UiProvider>
        <MemoryRouter>{form}</MemoryRouter>
      </UiProvider>,
    ),
  );
  for (let round = 0; host.querySelector('.anlan-waiting') !== null && round < 200; round += 1) {
    await act(async () => {
      await new Promise((resolve) => setTimeout(resolve, 10));
    });
  }
  const made = [...host.querySelectorAll<HTMLElement>('[data-field]')].map((field) => {
    const html = field.outerHTML
      .replace(/_r_\w+_/g, '')
      .replace(/rc_\w+/g, '')
      // Rows are counted over all forms, and a password's value leaves the document a moment after it was drawn.
      .replace(/data-key="\d+"/g, '')
      .replace(/ type="password" value=""/g, ' type="password"');
    return [field.dataset.field ?? '', html] as const;
  });
  await act(async () => root.unmount());
  host.remove();
  return Object.fromEntries(made);
}

/** The form as a page of the entity has it. */
function RuntimeForm({ entity }: { entity: Entity }) {
  const pages = entity.pages ?? { shown: { title: entity.title } };
  const [code = ''] = Object.keys(pages);
  const metadata: PageMetadata = { ...BARE, entity: { ...entity, pages }, page: code };
  const page = buildPageModel(metadata);
  const me = expressionUserOf(null, '');
  const context: EntityPageContext = {
    page,
    base: '/x',
    me,
    can: () => true,
    access: () => 'write',
    open: () => undefined,
    changes: 0,
    changed: () => undefined,
  };
  const engine = createFormEngine({
    page,
    initial: {},
    environment: browserEnvironment(page, me, {}),
    access: () => 'write',
  });
  return (
    <EntityContextProvider value={context}>
      <FieldServicesProvider value={createFieldServices(metadata, { served: false })}>
        <FormView engine={engine} id="_r_x_" served={false} />
      </FieldServicesProvider>
    </EntityContextProvider>
  );
}

/**
 * Those of the entities that show something which none before them shows: a kind of field with one more of its keywords.
 * The deep run draws all.
 */
function drawn(): readonly Entity[] {
  if (process.env.ANLAN_DEEP === '1') return entities;
  const seen = new Set<string>();
  return entities.filter((entity) => {
    const shown = Object.values(entity.record.properties).flatMap((property) => {
      const { type, widget } = property as { type?: unknown; widget?: unknown };
      return Object.keys(property).map((keyword) => `${String(type)} ${String(widget)} ${keyword}`);
    });
    const before = seen.size;
    for (const one of shown) seen.add(one);
    return seen.size > before;
  });
}

it.each(drawn().map((entity) => [entity.entity, entity] as const))(
  'the canvas draws each field of %s as its page does',
  async (name, entity) => {
    const canvas = await fieldsOf(
      <PreviewStage
        page={buildDraft(entity, BARE, null)}
        subject={name}
        mode="edit"
        viewer={undefined}
        example={undefined}
        stored={false}
        results={false}
        lazy
      />,
    );
    const runtime = await fieldsOf(<RuntimeForm entity={entity} />);
    expect(canvas).toEqual(runtime);
    // Nothing is only where nobody ever enters anything, and what counts other records, or is its parent's, has none yet.
    const placed = Object.values(entity.form?.sections ?? {}).flatMap(({ fields }) => fields);
    const shown = Object.entries(entity.record.properties).filter(
      ([key, { hidden, disabledWhen, rollup, compute }]) =>
        hidden !== true &&
        disabledWhen !== 'true' &&
        rollup === undefined &&
        compute?.startsWith('parent.') !== true &&
        (placed.length === 0 || placed.includes(key)),
    );
    expect(Object.keys(canvas).length > 0, name).toBe(shown.length > 0);
  },
);
