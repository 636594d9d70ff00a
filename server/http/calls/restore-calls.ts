import { AnlanError, invalidInput } from '../../../src/core/errors/catalogue.ts';
import { say } from '../../../src/core/text/say.ts';
import { requestHash, runOnce } from '../../ground/idempotency.ts';
import { createEntityCall } from '../../records/call/entity-call.ts';
import { readIds } from '../../records/list/list-request.ts';
import { restoreRecords } from '../../records/write/removal/restore.ts';
import { transact } from '../../records/write/transact.ts';
import type { SystemCall } from '../system/system-call.ts';

/** Taking back what a person has just removed. */
export const restoreCalls: readonly SystemCall[] = [
  {
    name: 'recordRestore',
    method: 'POST',
    path: 'record/restore',
    title: '撤销删除：本人10分钟之内删除的记录恢复原样',
    arguments: {
      entity: { title: '业务代码', required: true },
      ids: { title: '记录编号，多个用逗号分隔', required: true, most: 20_000 },
    },
    answer: 'true',
    async handle({ services, context, snapshot, argument }) {
      const entity = argument('entity');
      const model = snapshot.entities.get(entity ?? '');
      if (model === undefined) throw new AnlanError('notFound', { what: say('业务') });
      const ids = readIds(argument('ids') ?? '');
      if (ids.length === 0) throw invalidInput([{ pointer: '/ids', msg: say('请先选择记录') }]);
      const call = createEntityCall(services.entities, context, snapshot, model);
      await transact(call, (tx) =>
        runOnce(context, tx.db, requestHash('record/restore', { entity, ids }), async () => {
          await restoreRecords(tx, ids);
          return true;
        }),
      );
      return true;
    },
  },
];
