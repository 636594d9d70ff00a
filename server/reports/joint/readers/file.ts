import { AnlanError } from '../../../../src/core/errors/catalogue.ts';
import type { RecordFileSettings } from '../../../../src/core/joint/file.ts';
import type { RecordFileAnswer } from '../../../../src/core/wire/joint.ts';
import { readPage } from '../../../records/list/list.ts';
import { isAskedWhereRead } from '../../../records/list/readable-fields.ts';
import { jointCells } from '../joint-cell.ts';
import type { JointAsk, JointReader, MemberCall } from '../joint-reader.ts';
import { listOperation, memberCall } from '../member-call.ts';

export const reader: JointReader<RecordFileSettings> = {
  head: (ask) => ({ ...ask.settings, tabs: tabsOf(ask).map(({ tab }) => tab) }),
  async read(ask): Promise<RecordFileAnswer> {
    const call = memberCall(ask, ask.settings.of);
    const id = ask.argument('record');
    const { label } = call?.model ?? {};
    if (call === undefined || id === undefined || label === undefined) throw noRecord(call);
    const { records } = await readPage(call, listOperation(call), { page: call.page, ids: id, size: '1' });
    const [record] = records;
    if (record === undefined) throw noRecord(call);
    const counts: Record<string, number> = {};
    for (const { tab, call: listed } of tabsOf(ask)) {
      const answer = await readPage(listed, listOperation(listed), { page: tab.page, [tab.by]: id, size: '1' });
      counts[tab.key] = answer.total;
    }
    return { view: 'file', name: jointCells(call, [['name', label]], record).name?.text ?? '', counts };
  },
};

const noRecord = (call: MemberCall | undefined): AnlanError =>
  new AnlanError('notFound', { what: call?.model.title ?? '' });

/** The lists that the person sees: of those pages, and where he may ask who is referred to. */
function tabsOf(ask: Pick<JointAsk<RecordFileSettings>, 'settings' | 'services' | 'context' | 'snapshot'>) {
  return ask.settings.tabs.flatMap((tab) => {
    const call = memberCall(ask, tab.page);
    const field = call?.model.field.get(tab.by);
    return call === undefined || field === undefined || !isAskedWhereRead(call, field) ? [] : [{ tab, call }];
  });
}
