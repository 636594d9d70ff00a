import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Entity } from '../../../src/core/dialect/entity.generated.ts';
import type { PageMetadata } from '../../../src/core/wire/page.ts';
import { formComponents } from '../../../src/runtime/form/components.ts';
import { FormView } from '../../../src/runtime/form/FormView.tsx';
import type { FormComponents } from '../../../src/runtime/form/form-drawing.ts';
import { createFormEngine } from '../../../src/runtime/form/form-engine.ts';
import { buildPageModel, type EntityPageModel } from '../../../src/runtime/model/page-model.ts';
import { browserEnvironment } from '../../../src/runtime/model/record-environment.ts';
import { otherKinds, StockItem } from '../form/formily-kinds.tsx';
import { me, painted, show } from './stage.tsx';

/** Whether a kind is drawn as the map has it, or the other way. */
export type KindSide = 'map' | 'other';

/** What the bench calls in the page. */
interface KindsPage {
  /** Names of what can be measured: kinds of field, and the item around each. */
  readonly names: readonly string[];
  /** Draws a form of so many fields of the kind; done when it is painted. */
  mount(name: string, side: KindSide, fields: number): Promise<void>;
  /** Labels that are drawn. */
  drawn(): number;
}

declare global {
  interface Window {
    kinds: KindsPage;
  }
}

const ITEM = 'FieldItem';

function pageOf(name: string, fields: number): EntityPageModel {
  const kind = otherKinds.find((one) => one.name === name) ?? otherKinds[0];
  if (kind === undefined) throw new Error(`没有 ${name}`);
  const entity: Entity = {
    dialect: 1,
    entity: 'benchKind',
    title: '测量组件',
    api: { service: 'safety', base: 'bench/kind' },
    record: {
      type: 'object',
      properties: Object.fromEntries(
        Array.from({ length: fields }, (_, at) => [
          `f${at}`,
          { ...kind.property, title: `${kind.property.title}${at}` },
        ]),
      ),
    },
    pages: { benchKind: { title: '测量组件', columns: ['f0'], actions: ['add'] } },
  };
  return buildPageModel({
    entity,
    area: 'bench',
    page: 'benchKind',
    revision: '1',
    dictionaries: {},
    settings: {},
    timeZone: 'Asia/Shanghai',
    targets: {},
  } as PageMetadata);
}

function otherWay(name: string): FormComponents {
  if (name === ITEM) return { ...formComponents, decorator: () => StockItem };
  const kind = otherKinds.find((one) => one.name === name);
  return kind === undefined
    ? formComponents
    : { ...formComponents, field: (asked) => (asked === name ? kind.other : formComponents.field(asked)) };
}

function KindForm({ page, components }: { page: EntityPageModel; components: FormComponents }) {
  const [engine] = useState(() => createFormEngine({ page, environment: browserEnvironment(page, me) }));
  useEffect(() => () => engine.dispose(), [engine]);
  return <FormView engine={engine} id="kind" lazy={false} components={components} />;
}

async function mount(name: string, side: KindSide, fields: number): Promise<void> {
  const page = pageOf(name, fields);
  const components = side === 'map' ? formComponents : otherWay(name);
  flushSync(() => show(null));
  await painted();
  flushSync(() => show(<KindForm key={`${name}${side}${performance.now()}`} page={page} components={components} />));
  await painted();
}

window.kinds = {
  names: [ITEM, ...otherKinds.map(({ name }) => name)],
  mount,
  drawn: () => document.querySelectorAll('label').length,
};
