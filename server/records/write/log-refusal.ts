import type { AnlanError, ErrorCode } from '../../../src/core/errors/catalogue.ts';
import type { OperationModel } from '../../../src/core/model/entity-model.ts';
import { say, spoken } from '../../../src/core/text/say.ts';
import { refusalLogged } from '../../access/sign-in/refused-reads.ts';
import { writeAudit } from '../audit/audit.ts';
import type { EntityCall } from '../call/ports.ts';
import { readableFields, readValuesOf } from '../call/read-rows.ts';
import type { Row } from '../call/record-row.ts';
import { recordTitle } from '../call/record-title.ts';
import { titledRow } from '../call/titled-row.ts';

/** Refusals that two honest people cause each other: nobody tried what he must not. */
const UNREMARKABLE: ReadonlySet<ErrorCode> = new Set(['staleVersion', 'duplicateKey', 'formChanged']);

/** Most records of one call that are named in the log. */
const MOST_NAMED = 20;

const OPERATION_TITLES: Readonly<Record<string, string>> = spoken({
  save: '保存',
  submit: '提交',
  remove: '删除',
  updateStatus: '修改状态',
  enable: '启用',
  disable: '停用',
  seed: '带入明细',
  import: '导入',
  openAuthor: '查看匿名提交人',
});

/** What was tried: the transition's title, or the kind of the call. */
function triedTitle(call: EntityCall, operation: OperationModel): string {
  const transition = call.model.transitions[operation.transition ?? ''];
  return transition?.title ?? OPERATION_TITLES[operation.kind] ?? operation.kind;
}

/**
 * Writes who tried to write what, and why it was refused, in a transaction of its own: that of the call is gone. Nothing
 * is written for faults of the server, and where somebody else was only faster.
 * @param ids records that the call named; a new one has none.
 */
export async function logRefusedWrite(
  call: EntityCall,
  operation: OperationModel,
  ids: readonly string[],
  error: AnlanError,
): Promise<void> {
  if (error.status >= 500 || UNREMARKABLE.has(error.code)) return;
  refusalLogged(error);
  const reasons = error.faults.length > 0 ? [...new Set(error.faults.map(({ msg }) => msg))] : [error.message];
  const remark = say('{act}被拒绝：{message}', { act: triedTitle(call, operation), message: reasons.join(say('，')) });
  const { model, services, context } = call;
  await services.database.transaction(context.tenantId, async (db) => {
    const tx = { call, db };
    for (const id of ids.length === 0 ? [undefined] : ids.slice(0, MOST_NAMED)) {
      const label = readableFields(model).filter(({ key }) => key === model.label);
      const values: Row | undefined =
        id === undefined || label.length === 0 ? undefined : await readValuesOf(tx, model, id, label);
      await writeAudit(tx, {
        recordId: id ?? '',
        recordTitle:
          id === undefined
            ? say('新记录')
            : values === undefined
              ? say('未知的记录')
              : recordTitle(call, await titledRow(tx, values), id),
        action: 'refused',
        changes: [],
        remark,
      });
    }
  });
}
