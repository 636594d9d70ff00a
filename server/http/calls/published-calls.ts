import { AnlanError } from '../../../src/core/errors/catalogue.ts';
import { isTenantId } from '../../access/sign-in/account-lookup.ts';
import { readPublished } from '../../flow/intake/published-record.ts';
import type { SystemCall } from '../system/system-call.ts';

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
    async handle({ services, argument, request }) {
      const tenantId = argument('tenantId') ?? services.config.defaultTenant;
      if (!isTenantId(tenantId)) throw new AnlanError('tenantUnavailable');
      const [entity, id] = [argument('entity') ?? '', argument('id') ?? ''];
      return readPublished(services.entities, services.clock, { tenantId, entity, id, address: request.ip });
    },
  },
];
