import type { FieldTypeDefinition } from '../core/field-type.ts';
import { registerComponent } from './added-components.ts';
import { registerFieldView } from './added-views.ts';
import { registerFieldType } from './definitions.ts';
import type { FieldPanel } from './field-panel.ts';
import type { FieldView } from './field-view.ts';

interface ViewModule {
  readonly view?: FieldView;
  readonly panel?: FieldPanel;
}

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/'));

/**
 * Registers field types from outside: modules by their paths, `definition` of each `definition.ts` with `view` and `panel`
 * of the `view.tsx` beside it. A type without a view is shown and entered as text. Throws where a name is taken.
 */
export function installFieldTypes(
  definitions: Readonly<Record<string, unknown>>,
  views: Readonly<Record<string, unknown>>,
): void {
  const byFolder = new Map(Object.entries(views).map(([path, module]) => [folderOf(path), module as ViewModule]));
  for (const [path, module] of Object.entries(definitions)) {
    const { definition } = module as { readonly definition?: FieldTypeDefinition };
    if (definition === undefined) throw new Error(`${path} 没有导出 definition`);
    const { view, panel } = byFolder.get(folderOf(path)) ?? {};
    if (view?.Edit === undefined) registerFieldType(definition);
    else {
      // A name that no component of the platform bears, whatever type its definition was made from.
      const component = `Extension.${definition.type}`;
      registerFieldType({ ...definition, component });
      registerComponent(component, { by: 'view', component: view.Edit });
    }
    if (view !== undefined) registerFieldView(definition.type, view, panel);
  }
}
