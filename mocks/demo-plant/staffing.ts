import type { PostCode } from './posts.ts';
import type { RoleCode } from './roles.ts';
import type { TenantId, User } from './types.ts';

/** One kind of job in a department. */
interface Job {
  post: PostCode;
  roles: readonly RoleCode[];
  personCategory: User['personCategory'];
}

/** How many people a department gets besides the named ones, and which jobs they take in turn. */
interface Staffing {
  dept: string;
  count: number;
  jobs: readonly Job[];
}

const job = (post: PostCode, personCategory: User['personCategory'], ...roles: RoleCode[]): Job => ({
  post,
  personCategory,
  roles,
});

const workshopOffice = [
  job('safetyOfficer', '2', 'workshopSafetyOfficer'),
  job('processEngineer', '6', 'processEngineer'),
  job('equipmentEngineer', '6', 'employee', 'inspector'),
  job('processEngineer', '6', 'processEngineer', 'applicant'),
];
const productionTeam = [
  job('dcsOperator', '5', 'employee'),
  job('fieldOperator', '5', 'employee', 'guardian'),
  job('fieldOperator', '5', 'employee', 'inspector'),
  job('dcsOperator', '5', 'employee', 'applicant'),
  job('fieldOperator', '7', 'employee'),
];
const mechanicalTeam = [
  job('fitter', '5', 'employee', 'worker'),
  job('welder', '3', 'employee', 'worker'),
  job('fitter', '5', 'employee', 'guardian'),
];
const electricalTeam = [
  job('electrician', '3', 'employee', 'electrician'),
  job('electrician', '3', 'employee', 'electrician', 'worker'),
  job('electrician', '3', 'employee', 'guardian'),
];
const boilerTeam = [
  job('boilerOperator', '4', 'employee'),
  job('boilerOperator', '4', 'employee', 'inspector'),
  job('fieldOperator', '5', 'employee', 'guardian'),
];

/** The crew of each department, in the order of the departments. */
export const staffing: Record<TenantId, readonly Staffing[]> = {
  '000000': [
    { dept: '1000000010', count: 3, jobs: [job('safetyOfficer', '2', 'safetyOfficer'), job('clerk', '6', 'auditor')] },
    { dept: '1000000020', count: 2, jobs: [job('clerk', '6', 'employee')] },
  ],
  '645967': [
    { dept: '6459670010', count: 2, jobs: [job('generalManager', '1', 'principal'), job('clerk', '6', 'employee')] },
    {
      dept: '6459670020',
      count: 10,
      jobs: [
        job('safetyOfficer', '2', 'safetyOfficer'),
        job('safetyOfficer', '2', 'healthOfficer'),
        job('safetyOfficer', '2', 'safetyOfficer'),
        job('safetyOfficer', '2', 'employee', 'inspector'),
      ],
    },
    {
      dept: '6459670030',
      count: 6,
      jobs: [job('processEngineer', '6', 'processEngineer'), job('clerk', '6', 'employee')],
    },
    { dept: '6459670031', count: 7, jobs: [job('dispatcher', '6', 'dispatcher')] },
    {
      dept: '6459670040',
      count: 7,
      jobs: [job('equipmentEngineer', '6', 'equipmentManager'), job('equipmentEngineer', '6', 'employee', 'inspector')],
    },
    { dept: '6459670050', count: 4, jobs: [job('trainer', '6', 'trainingOfficer'), job('clerk', '6', 'employee')] },
    { dept: '6459670060', count: 4, jobs: [job('accountant', '6', 'costOfficer'), job('accountant', '6', 'employee')] },
    { dept: '6459670070', count: 4, jobs: [job('analyst', '5', 'employee')] },
    { dept: '6459670071', count: 5, jobs: [job('analyst', '5', 'employee', 'analyst')] },
    { dept: '6459670080', count: 4, jobs: workshopOffice },
    { dept: '6459670081', count: 9, jobs: productionTeam },
    {
      dept: '6459670082',
      count: 7,
      jobs: [
        job('warehouseKeeper', '5', 'employee'),
        job('forkliftDriver', '4', 'employee', 'worker'),
        job('warehouseKeeper', '5', 'employee', 'guardian'),
      ],
    },
    { dept: '6459670100', count: 3, jobs: workshopOffice.slice(1) },
    { dept: '6459670101', count: 9, jobs: productionTeam },
    { dept: '6459670102', count: 11, jobs: productionTeam },
    { dept: '6459670110', count: 4, jobs: workshopOffice },
    { dept: '6459670111', count: 11, jobs: productionTeam },
    { dept: '6459670112', count: 11, jobs: productionTeam },
    { dept: '6459670120', count: 3, jobs: workshopOffice },
    { dept: '6459670121', count: 7, jobs: boilerTeam },
    { dept: '6459670122', count: 6, jobs: productionTeam },
    { dept: '6459670130', count: 3, jobs: workshopOffice },
    { dept: '6459670131', count: 9, jobs: mechanicalTeam },
    { dept: '6459670132', count: 8, jobs: electricalTeam },
    {
      dept: '6459670900',
      count: 11,
      jobs: [
        job('contractorStaff', '5', 'contractorWorker'),
        job('contractorStaff', '3', 'contractorWorker', 'worker'),
      ],
    },
  ],
  '645968': [
    { dept: '6459680020', count: 2, jobs: [job('safetyOfficer', '2', 'safetyOfficer')] },
    { dept: '6459680030', count: 2, jobs: [job('dispatcher', '6', 'dispatcher')] },
    { dept: '6459680100', count: 1, jobs: [job('processEngineer', '6', 'processEngineer')] },
    { dept: '6459680101', count: 2, jobs: boilerTeam },
    { dept: '6459680102', count: 4, jobs: productionTeam },
    { dept: '6459680110', count: 4, jobs: [job('safetyOfficer', '2', 'workshopSafetyOfficer'), ...productionTeam] },
    { dept: '6459680120', count: 3, jobs: [...electricalTeam.slice(0, 1), ...mechanicalTeam] },
  ],
};
