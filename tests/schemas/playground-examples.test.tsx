// @vitest-environment jsdom
import { readdirSync, readFileSync } from 'node:fs';
import { CompletionContext } from '@codemirror/autocomplete';
import { json } from '@codemirror/lang-json';
import { EditorState } from '@codemirror/state';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { readWorld } from '../../scripts/metadata/read-world.ts';
import { http } from '../../src/api/client.ts';
import type { Entity } from '../../src/core/dialect/entity.generated.ts';
import { lintEntity } from '../../src/core/dialect/lint-entity.ts';
import { parseEntity } from '../../src/core/dialect/parse-entity.ts';
import { printJson } from '../../src/core/dialect/print-json.ts';
import { fieldTypes } from '../../src/field-types/definitions.ts';
import type { Surroundings } from '../../src/runtime/preview/draft-model.ts';
import { buildDraft } from '../../src/runtime/preview/draft-model.ts';
import { FormPreview } from '../../src/runtime/preview/FormPreview.tsx';
import { exampleGroups, searchExamples } from '../../src/runtime/preview/shipped-examples.ts';
import { completeKeyword } from '../../src/screens/playground/workbench/keyword-completion.ts';
import { keywordAt, keywordsIn, searchKeywords } from '../../src/screens/playground/workbench/keywords.ts';
import { UiProvider } from '../../src/ui/UiProvider.tsx';
import { expectHolds } from '../fixtures/held-example.ts';
import { prepareDom } from '../fixtures/small-app.tsx';
import { missingCoverage } from './playground-coverage.ts';

const { world, shared } = readWorld('schemas');
const names = readdirSync('schemas/examples')
  .filter((name) => name.endsWith('.entity.json'))
  .map((name) => name.replace('.entity.json', ''));

function read(name: string): { text: string; entity: Entity } {
  const text = readFileSync(`schemas/examples/${name}.entity.json`, 'utf8');
  const parsed = parseEntity(text, name, shared);
  if ('problems' in parsed) throw new Error(parsed.problems.map(({ message }) => message).join());
  return { text, entity: parsed.entity };
}

const surroundings: Surroundings = {
  area: 'examples',
  revision: '1',
  settings: Object.fromEntries(world.settings ?? []),
  timeZone: 'Asia/Shanghai',
  dictionaries: { shift: { title: '班次', choices: world.dictionaries.choices('shift') ?? [] } },
  targets: Object.fromEntries(
    ['user', 'role', 'dept', 'post'].map((base) => [
      base,
      { service: 'system', base, label: 'name', title: base, pages: [] },
    ]),
  ),
  children: {},
  lookups: {},
};

/** Draws until all that is fetched on demand is there; what arrived between two tests would be told as a fault. */
async function drawn(host: HTMLElement, step: () => void): Promise<void> {
  await act(async () => step());
  for (let round = 0; host.querySelector('.anlan-waiting') !== null && round < 200; round += 1) {
    await act(async () => {
      await new Promise((resolve) => setTimeout(resolve, 10));
    });
  }
  expect(host.querySelector('.anlan-waiting')).toBeNull();
}

describe.each(names)('example %s', (name) => {
  const { text, entity } = read(name);

  it('is clean to the linter, and written as the editor formats', () => {
    const { problems } = lintEntity({ area: 'examples', entity }, world, []);
    expect(problems).toEqual([]);
    expect(printJson(text)).toEqual({ printed: text });
  });

  it('holds what its own examples say', () => {
    const { model } = lintEntity({ area: 'examples', entity }, world, []);
    expect(entity.examples?.length).toBeGreaterThan(0);
    for (const example of entity.examples ?? []) expectHolds(model, example, world);
  });

  it('is drawn to fill in, to read and on the width of a phone', async () => {
    const failed = vi.spyOn(console, 'error');
    const host = document.createElement('div');
    document.body.append(host);
    const root = createRoot(host);
    try {
      await drawn(host, () => {
        root.render(
          <UiProvider>
            <MemoryRouter>
              <FormPreview
                page={buildDraft(entity, surroundings, null)}
                subject={name}
                stale={false}
                viewer={undefined}
                onViewer={() => undefined}
              />
            </MemoryRouter>
          </UiProvider>,
        );
      });
      const shown = Object.entries(entity.record.properties).filter(([, property]) => property.hidden !== true);
      expect(host.querySelectorAll('[data-field]').length).toBeGreaterThan(0);
      expect(shown.some(([, property]) => host.textContent?.includes(String(property.title)))).toBe(true);
      for (const mode of ['查看', '手机宽度', '填写']) {
        const choice = [...host.querySelectorAll('label')].find((label) => label.textContent === mode);
        await drawn(host, () => choice?.querySelector('input')?.click());
        expect(host.querySelector(`[data-mode]`)?.textContent).not.toBe('');
      }
      const list = [...host.querySelectorAll<HTMLElement>('[role="tab"]')].find(
        (tab) => tab.textContent === '列表与筛选',
      );
      await drawn(host, () => list?.click());
      expect(host.querySelectorAll('[data-column]').length).toBeGreaterThan(0);
      expect(host.textContent).not.toContain('无法显示');
      // Formily's FormCollapse gives antd its panels as children, which a development build of antd tells (decisions, forms).
      const complaints = failed.mock.calls.map(([first]) => String(first));
      expect(complaints.filter((one) => !/rc-collapse.*children/.test(one))).toEqual([]);
    } finally {
      await act(async () => root.unmount());
      host.remove();
      failed.mockRestore();
    }
  });
});

beforeAll(async () => {
  prepareDom();
  // Parts that are fetched when they are first drawn: a busy machine could take them for longer than a test lasts.
  await Promise.all(Object.values(import.meta.glob('../../src/field-types/*/*{Edit,Read}.tsx')).map((load) => load()));
  // No server here: calls wait for ever, as on a slow line.
  http.defaults.adapter = () => new Promise(() => undefined);
});

describe('the examples together', () => {
  it('are all in the index, each once', () => {
    const listed = exampleGroups.flatMap(({ examples }) => examples.map(({ name }) => name));
    expect([...listed].sort()).toEqual([...names].sort());
  });

  it('show every field type, every keyword of fields, sections and forms, and every value a keyword takes', () => {
    expect(missingCoverage(names.map((name) => read(name).entity))).toEqual([]);
  });

  it('would miss a field type or keyword that is in none of them', () => {
    const others = names
      .filter((name) => !['geo', 'distance', 'scan', 'place', 'form-rules'].includes(name))
      .map((name) => read(name).entity);
    expect(missingCoverage(others)).toEqual([
      'field type geo',
      'form.rules',
      'property.shape',
      'property.shape=point',
      'property.shape=polygon',
    ]);
  });

  it('are found by title, type and keyword', () => {
    const found = (keyword: string) =>
      searchExamples(keyword).flatMap(({ examples }) => examples.map(({ name }) => name));
    expect(found('滑块')).toEqual(['slider']);
    expect(found('"fixedWhen"')).toEqual(['fixed']);
    expect(found('没有这样的词')).toEqual([]);
  });
});

describe('the keyword reference', () => {
  it('follows a path through the meta-schema', () => {
    expect(keywordAt(['record', 'properties', 'name', 'maxLength'])?.description).toContain('Longest text');
    expect(keywordAt(['record', 'properties', 'rows', 'items', 'properties', 'a', 'field'])?.values).toContain('input');
    expect(keywordAt(['record', 'properties', 'name', 'nothing'])).toBeUndefined();
    expect(keywordAt(['record', 'properties', 'a', 'rules', 0, 'else'])?.description).toContain('Message');
    expect(keywordAt(['pages', 'x', 'columns', 0, 'width'])).toBeDefined();
  });

  it('knows every field type and what may stand where', () => {
    expect(keywordAt(['record', 'properties', 'name', 'field'])?.values).toEqual(Object.keys(fieldTypes));
    expect(keywordsIn(['form', 'sections', 'base']).map(({ name }) => name)).toContain('folded');
    expect(keywordsIn([]).map(({ name }) => name)).toContain('record');
  });

  it('offers the names that the marks mean, in a text that is not finished', () => {
    const offered = (marked: string) => {
      const position = marked.indexOf('|');
      const doc = marked.replace('|', '');
      const state = EditorState.create({ doc, extensions: [json()] });
      return completeKeyword(new CompletionContext(state, position, true))?.options.map(({ label }) => label) ?? [];
    };
    const file = (more: string) =>
      `{ "entity": "work", "record": { "type": "object", "properties": {
        "name": { "title": "名称", "field": "input" }, "kind": { "title": "类别", "field": "input" } } },
        "states": { "open": { "title": "进行中" }, "done": { "title": "完成" } }, ${more}`;
    expect(offered(file('"pages": { "work": { "columns": ["|"] } } }'))).toEqual(
      expect.arrayContaining(['name', 'kind']),
    );
    expect(offered(file('"pages": { "work": { "columns": ["name", "|"'))).toContain('kind');
    expect(offered(file('"transitions": { "end": { "title": "完成", "from": ["|"] } } }'))).toEqual(['open', 'done']);
    expect(offered(file('"transitions": { "end": { "title": "完成", "set": { "|": "1" } } } }'))).toContain('kind');
    expect(offered(file('"schedule": { "create": { "create": "work", "values": { "|": "1" } } } }'))).not.toContain(
      'open',
    );
    expect(offered(file('"title": "|" }'))).toEqual([]);
    expect(offered('{ "label": "|" }')).toEqual([]);
  });

  it('has a description for everything, and finds by name', () => {
    const bare = searchKeywords('').flatMap((group) =>
      group.keywords.filter(({ description }) => description === '').map(({ name }) => `${group.title} ${name}`),
    );
    expect(bare).toEqual([]);
    expect(searchKeywords('fixedWhen')[0]?.keywords[0]?.name).toBe('fixedWhen');
  });
});
