import { readRecordTree, readTreeBelow } from '../../records/list/record-tree.ts';
import type { PersonInput, SystemCall } from '../system/system-call.ts';

const RECORD = {
  entity: { title: '实体', required: true },
  id: { title: '编号', required: true },
} as const;

function asked({ services, context, snapshot, argument }: PersonInput) {
  return {
    reader: { services: services.entities, context, snapshot },
    entity: argument('entity') ?? '',
    id: argument('id') ?? '',
  };
}

/** The calls behind the tree beside a record's page. */
export const recordTreeCalls: readonly SystemCall[] = [
  {
    name: 'recordTree',
    method: 'GET',
    path: 'record-tree',
    title: '记录所在的树',
    arguments: RECORD,
    answer: 'root：entity、title、page、nodes（id、label、tag、opens、branches）、total',
    handle: (input) => {
      const { reader, entity, id } = asked(input);
      return readRecordTree(reader, entity, id);
    },
  },
  {
    name: 'recordTreeBelow',
    method: 'GET',
    path: 'record-tree/below',
    title: '树中一条记录的下级',
    arguments: { ...RECORD, below: { title: '只要哪个实体' }, current: { title: '页码，配合 below' } },
    answer: '列表：entity、title、page、nodes、total',
    handle: (input) => {
      const { reader, entity, id } = asked(input);
      const { argument } = input;
      return readTreeBelow(reader, { entity, id }, { below: argument('below'), current: argument('current') });
    },
  },
];
