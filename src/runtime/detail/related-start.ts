import type { ExpressionUser } from '../../core/expression/index.ts';
import { createFormEngine } from '../form/form-engine.ts';
import { formPage } from '../model/form-page.ts';
import type { EntityPageModel } from '../model/page-model.ts';
import { browserEnvironment } from '../model/record-environment.ts';
import type { RecordData } from '../model/record-view.ts';

/** Values that a new record starts with so that it refers to another one. */
export function startOf(page: EntityPageModel, field: string, id: string): RecordData {
  return { [field]: page.model.field.get(field)?.multiple === true ? [id] : id };
}

/** Whether the form of a new record lets it refer to another one: the field is there from the start and open. */
export function takesStart(page: EntityPageModel, field: string, id: string, me: ExpressionUser): boolean {
  const form = formPage(page);
  const engine = createFormEngine({
    page: form,
    initial: startOf(page, field, id),
    environment: browserEnvironment(form, me),
  });
  try {
    const model = engine.field(field);
    return model !== undefined && model.display !== 'none' && model.pattern !== 'disabled';
  } finally {
    engine.dispose();
  }
}
