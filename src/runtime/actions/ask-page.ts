import type { ActionPlan } from '../../compile/toolbar/compile-toolbar.ts';
import type { Property } from '../../core/dialect/entity.generated.ts';
import { buildPageModel, type EntityPageModel } from '../model/page-model.ts';

/**
 * A page with a form of only the fields that an action asks for: fields of the record, or the action's own. Conditions
 * that reach other fields than the asked ones are the server's to decide; what a form otherwise keeps closed is open here,
 * since the action asks for it.
 */
export function askPage(page: EntityPageModel, plan: Pick<ActionPlan, 'key' | 'title' | 'asks'>): EntityPageModel {
  const { entity } = page.metadata;
  const own = Object.hasOwn(page.model.actions, plan.key) ? (page.model.actions[plan.key]?.fields ?? {}) : {};
  const properties: Record<string, Property> = {};
  for (const { field, title } of plan.asks) {
    const property = own[field] ?? entity.record.properties[field];
    if (property === undefined) continue;
    const { visible: _visible, requiredWhen: _required, disabledWhen: _disabled, ...asked } = property;
    properties[field] = title === undefined ? asked : { ...asked, title };
  }
  return buildPageModel({
    ...page.metadata,
    entity: {
      dialect: 1,
      entity: entity.entity,
      title: plan.title,
      api: entity.api,
      record: {
        type: 'object',
        required: plan.asks.filter((ask) => ask.required).map((ask) => ask.field),
        properties,
      },
      form: { columns: 1 },
      pages: { [page.metadata.page]: { title: plan.title } },
    },
  });
}
