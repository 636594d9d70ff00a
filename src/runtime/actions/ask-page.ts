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
  const names = new Set(plan.asks.map(({ field }) => field));
  for (const { field, title, required } of plan.asks) {
    const property = own[field] ?? entity.record.properties[field];
    if (property === undefined) continue;
    const { visible, requiredWhen: _required, disabledWhen: _disabled, ...asked } = property;
    const seen = page.model.field.get(field)?.visible;
    // Where what else is asked decides whether it is wanted, it comes and goes with that.
    const follows = !required && seen?.references.every((name) => names.has(name)) === true;
    properties[field] = {
      ...asked,
      ...(title === undefined ? {} : { title }),
      ...(follows ? { visible } : {}),
    };
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
