import type { ComponentType } from 'react';
import type { Entity } from '../src/core/dialect/entity.generated.ts';
import { CanvasView } from './canvas/CanvasView.tsx';
import { DictionariesView } from './dictionaries/DictionariesView.tsx';
import { FlowView } from './flow/FlowView.tsx';
import { PagesView } from './pages/PagesView.tsx';
import { RightsView } from './rights/RightsView.tsx';
import type { useDesignerText } from './texts/texts.ts';
import { TranslationsView } from './translations/TranslationsView.tsx';
import type { ViewProps } from './view-props.ts';

/** A way to look at an entity and to change it, in the middle of the workbench. */
interface View {
  readonly title: Parameters<ReturnType<typeof useDesignerText>>[0];
  /** Whether the entity has anything that it shows. */
  applies(entity: Entity): boolean;
  readonly View: ComponentType<ViewProps>;
}

const views = {
  form: { title: 'view.form', applies: () => true, View: CanvasView },
  flow: { title: 'view.flow', applies: () => true, View: FlowView },
  rights: { title: 'view.rights', applies: () => true, View: RightsView },
  pages: { title: 'view.pages', applies: () => true, View: PagesView },
  dictionaries: { title: 'view.dictionaries', applies: () => true, View: DictionariesView },
  translations: { title: 'view.translations', applies: () => true, View: TranslationsView },
} satisfies Readonly<Record<string, View>>;

export type ViewKey = keyof typeof views;

/** The views, in the order in which they are offered; the first is where one begins. */
export const VIEWS: Readonly<Record<ViewKey, View>> = views;
