import { AnlanError } from '../../../src/core/errors/catalogue.ts';
import { isTenantId } from '../../access/sign-in/account-lookup.ts';
import { readPublished, readPublishedBy } from '../../flow/intake/published-record.ts';
import type { OpenInput, SystemCall } from '../system/system-call.ts';

/** The call behind pages that show a published record to whoever comes by. */
export const publishedCalls: readonly SystemCall[] = [
  {
    name: 'recordOpen',
    method: 'GET',
    path: 'record/open',
    title: '不登录也能读的记录内容',
    arguments: {
      entity: { title: '业务', required: true },
      id: { title: '记录', required: true },
      tenantId: { title: '租户，默认为默认租户' },
    },
    answer: '业务公开的字段',
    open: true,
    handle: async (input) => readPublished(input.services.entities, input.services.clock, askOf(input)),
  },
  {
    name: 'recordOpenList',
    method: 'GET',
    path: 'record/open-list',
    title: '不登录也能读的、引用同一条记录的内容',
    arguments: {
      entity: { title: '业务', required: true },
      by: { title: '引用的字段', required: true },
      id: { title: '被引用的记录', required: true },
      tenantId: { title: '租户，默认为默认租户' },
    },
    answer: '各条的id和业务公开的字段',
    open: true,
    handle: async (input) =>
      readPublishedBy(input.services.entities, input.services.clock, {
        ...askOf(input),
        by: input.argument('by') ?? '',
      }),
  },
];

/** Whose record is asked for, and from where. */
function askOf({ services, argument, request }: OpenInput) {
  const tenantId = argument('tenantId') ?? services.config.defaultTenant;
  if (!isTenantId(tenantId)) throw new AnlanError('tenantUnavailable');
  return { tenantId, entity: argument('entity') ?? '', id: argument('id') ?? '', address: request.ip };
}
