import { AnlanError } from '../../../../src/core/errors/catalogue.ts';
import type { RecordFileSettings } from '../../../../src/core/joint/file.ts';
import type { RecordFileAnswer } from '../../../../src/core/wire/joint.ts';
import { readPage } from '../../../records/list/list.ts';
import { jointCells } from '../joint-cell.ts';
import type { JointReader, MemberCall } from '../joint-reader.ts';
import { listOperation, memberCall, referringCalls } from '../member-call.ts';

export const reader: JointReader<RecordFileSettings> = {
  head: (ask) => ({ ...ask.settings, tabs: referringCalls(ask, ask.settings.tabs).map(({ list }) => list) }),
  async read(ask): Promise<RecordFileAnswer> {
    const call = memberCall(ask, ask.settings.of);
    const id = ask.argument('record');
    const { label } = call?.model ?? {};
    if (call === undefined || id === undefined || label === undefined) throw noRecord(call);
    const { records } = await readPage(call, listOperation(call), { page: call.page, ids: id, size: '1' });
    const [record] = records;
    if (record === undefined) throw noRecord(call);
    const counts: Record<string, number> = {};
    for (const { list: tab, call: listed } of referringCalls(ask, ask.settings.tabs)) {
      const answer = await readPage(listed, listOperation(listed), { page: tab.page, [tab.by]: id, size: '1' });
      counts[tab.key] = answer.total;
    }
    return { view: 'file', name: jointCells(call, [['name', label]], record).name?.text ?? '', counts };
  },
};

const noRecord = (call: MemberCall | undefined): AnlanError =>
  new AnlanError('notFound', { what: call?.model.title ?? '' });
