import { accountId, type CompanyTenant } from './contractors.ts';
import { plantDate } from './dates.ts';
import { stableId } from './ids.ts';

import type { SeedRecord } from './seed-record.ts';

const day = 86_400_000;

interface Node {
  readonly nodeName: string;
  readonly party: string;
  readonly timeLimit?: number;
}

interface Version {
  readonly status: '0' | '1' | '2';
  /** Days ago when it was published, or begun where it is a draft. */
  readonly ago: number;
  readonly remark: string;
  readonly nodes: readonly Node[];
}

const UNIT: Node = { nodeName: '使用部门负责人审批', party: 'head', timeLimit: 48 };

/** How the scrapping of equipment was approved by and by: only the first company has written chains of its own. */
const SCRAPPING: readonly Version[] = [
  {
    ...{ status: '2', ago: 410, remark: '首版：使用部门之后由主要负责人批准' },
    nodes: [UNIT, { nodeName: '主要负责人批准', party: 'principal' }],
  },
  {
    ...{ status: '1', ago: 150, remark: '增加安全总监审核，各级限时办理' },
    nodes: [
      UNIT,
      { nodeName: '安全总监审核', party: 'safetyDirector', timeLimit: 48 },
      { nodeName: '主要负责人批准', party: 'principal', timeLimit: 72 },
    ],
  },
  {
    ...{ status: '0', ago: 6, remark: '拟改：由安全总监批准，不再报主要负责人' },
    nodes: [UNIT, { nodeName: '安全总监批准', party: 'safetyDirector', timeLimit: 24 }],
  },
];

/** Chains of approval of a company with their versions and nodes, as of a day. */
export function approvalChains(
  tenantId: CompanyTenant,
  now: Date,
): readonly { readonly entity: string; readonly title: string; readonly records: readonly SeedRecord[] }[] {
  const versions = tenantId === '645967' ? SCRAPPING : [];
  const createUser = accountId(tenantId, 'admin');
  const made = ({ ago }: Version) => ({ createUser, createTime: new Date(now.getTime() - ago * day) });
  const definitions = versions.map((version, index) => ({
    id: stableId(tenantId, 'flowDefinition', index + 1),
    ...made(version),
    status: version.status,
    body: {
      ...{ flowName: '设备报废审批', flow: 'equipment-scrap', flowType: '1', remark: version.remark },
      ...(version.status === '0'
        ? {}
        : { versionNo: index + 1, publishTime: `${plantDate(now, -version.ago)} 10:00:00` }),
    },
  }));
  const nodes = versions.flatMap((version, index) =>
    version.nodes.map((node, place) => ({
      id: stableId(tenantId, 'flowNode', index * 10 + place + 1),
      ...made(version),
      status: version.status,
      body: {
        ...{ definitionId: stableId(tenantId, 'flowDefinition', index + 1), seq: place + 1, policy: 'any', ...node },
        ...(version.status === '0' ? {} : { flow: 'equipment-scrap' }),
      },
    })),
  );
  return [
    { entity: 'flowDefinition', title: '审批流程', records: definitions },
    { entity: 'flowNode', title: '审批节点', records: nodes },
  ];
}
