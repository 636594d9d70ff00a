import { leaderId } from './named-people.ts';
import type { Department, Tenant, TenantId } from './types.ts';

export { posts } from './posts.ts';

/** The tenants, all plainly fictitious. */
export const tenants: readonly Tenant[] = [
  {
    tenantId: '000000',
    tenantName: '蓝岭控股集团(示例)',
    domain: 'group.lanling.example.com',
    linkman: '管甲零',
    contactNumber: '10000000001',
    address: '示例省示例市蓝岭大道0号',
    accountNumber: -1,
    expireTime: null,
    status: '1',
  },
  {
    tenantId: '645967',
    tenantName: '蓝岭新材料有限公司(示例)',
    domain: 'materials.lanling.example.com',
    linkman: '赵甲一',
    contactNumber: '10067000001',
    address: '示例省示例市示例化工园区蓝岭路1号',
    accountNumber: -1,
    expireTime: null,
    status: '1',
  },
  {
    tenantId: '645968',
    tenantName: '蓝岭能源有限公司(示例)',
    domain: 'energy.lanling.example.com',
    linkman: '钱乙一',
    contactNumber: '10068000001',
    address: '示例省示例市示例化工园区蓝岭路2号',
    accountNumber: -1,
    expireTime: null,
    status: '1',
  },
];

type DepartmentRow = readonly [
  id: string,
  parentId: string,
  deptName: string,
  deptCategory: Department['deptCategory'],
  deptType: Department['deptType'],
  leaderName: string,
];

const departmentRows: Record<TenantId, readonly DepartmentRow[]> = {
  '645967': [
    ['6459670001', '0', '蓝岭新材料有限公司(示例)', '1', '1', '赵甲一'],
    ['6459670010', '6459670001', '公司领导', '2', '2', '赵甲一'],
    ['6459670020', '6459670001', '安全环保部', '2', '2', '孙丙三'],
    ['6459670030', '6459670001', '生产技术部', '2', '2', '李丁四'],
    ['6459670031', '6459670030', '调度中心', '3', '4', '周戊五'],
    ['6459670040', '6459670001', '设备动力部', '2', '2', '吴己六'],
    ['6459670050', '6459670001', '人力资源部(培训中心)', '2', '2', '郑庚七'],
    ['6459670060', '6459670001', '财务部', '2', '2', '王辛九'],
    ['6459670070', '6459670001', '质检分析中心', '2', '3', '冯壬九'],
    ['6459670071', '6459670070', '气体分析班', '3', '4', '陈癸十'],
    ['6459670080', '6459670001', '仓储物流部', '2', '3', '褚子一'],
    ['6459670081', '6459670080', '罐区班', '3', '4', '卫丑二'],
    ['6459670082', '6459670080', '危化品库班', '3', '4', '蒋寅三'],
    ['6459670100', '6459670001', '聚合一车间', '2', '3', '沈卯四'],
    ['6459670101', '6459670100', '聚合甲班', '3', '4', '韩辰五'],
    ['6459670102', '6459670100', '聚合乙班', '3', '4', '杨巳六'],
    ['6459670110', '6459670001', '单体二车间', '2', '3', '朱午七'],
    ['6459670111', '6459670110', '单体甲班', '3', '4', '秦未八'],
    ['6459670112', '6459670110', '单体乙班', '3', '4', '尤申九'],
    ['6459670120', '6459670001', '公用工程车间', '2', '3', '许酉十'],
    ['6459670121', '6459670120', '锅炉班', '3', '4', '何戌一'],
    ['6459670122', '6459670120', '污水处理班', '3', '4', '吕亥二'],
    ['6459670130', '6459670001', '检维修车间', '2', '3', '施甲三'],
    ['6459670131', '6459670130', '机修班', '3', '4', '张乙四'],
    ['6459670132', '6459670130', '电仪班', '3', '4', '孔丙五'],
    ['6459670900', '6459670001', '承包商(外来单位)', '2', '5', '孙丙三'],
  ],
  '645968': [
    ['6459680001', '0', '蓝岭能源有限公司(示例)', '1', '1', '钱乙一'],
    ['6459680020', '6459680001', '安全环保部', '2', '2', '曹丁六'],
    ['6459680030', '6459680001', '生产运行部', '2', '2', '严戊七'],
    ['6459680100', '6459680001', '热电车间', '2', '3', '华己八'],
    ['6459680101', '6459680100', '锅炉运行班', '3', '4', '金庚九'],
    ['6459680102', '6459680100', '汽机运行班', '3', '4', '魏辛十'],
    ['6459680110', '6459680001', '空分车间', '2', '3', '陶壬一'],
    ['6459680120', '6459680001', '检修车间', '2', '3', '姜癸二'],
  ],
  '000000': [
    ['1000000001', '0', '蓝岭控股集团(示例)', '1', '1', '管甲零'],
    ['1000000010', '1000000001', '集团安全监管部', '2', '2', '戚子三'],
    ['1000000020', '1000000001', '信息中心', '2', '2', '谢丑四'],
  ],
};

/** What departments are there for; in both companies safety has firefighting with it. */
const functionsOf: Readonly<Record<string, readonly string[]>> = {
  '6459670020': ['safety', 'fire', 'environment'],
  '6459670030': ['production', 'process'],
  '6459670040': ['equipment', 'electrical', 'instrument'],
  '6459670120': ['water', 'steam'],
  '6459680020': ['safety', 'fire', 'environment'],
  '6459680030': ['production', 'process'],
  '6459680100': ['water', 'steam'],
  '6459680120': ['equipment', 'electrical', 'instrument'],
  '1000000010': ['safety', 'fire'],
};

const companyPrefix: Record<TenantId, string> = { '000000': '蓝岭控股', '645967': '蓝岭新材料', '645968': '蓝岭能源' };

function compileDepartments(tenantId: TenantId): Department[] {
  const rows = departmentRows[tenantId];
  const fullNameOf = ([, parentId, deptName]: DepartmentRow): string => {
    const parent = rows.find(([id]) => id === parentId);
    if (parent === undefined) return deptName;
    return parent[1] === '0' ? companyPrefix[tenantId] + deptName : fullNameOf(parent) + deptName;
  };
  return rows.map((row, index) => {
    const [id, parentId, deptName, deptCategory, deptType, leaderName] = row;
    return {
      id,
      tenantId,
      parentId,
      deptName,
      fullName: fullNameOf(row),
      deptCategory,
      deptType,
      functions: [...(functionsOf[id] ?? [])],
      leader: leaderId(tenantId, leaderName),
      sort: (index + 1) * 10,
    };
  });
}

/** Every department of every tenant, parents before children. */
export const departments: readonly Department[] = [
  ...compileDepartments('000000'),
  ...compileDepartments('645967'),
  ...compileDepartments('645968'),
];
