/** The three tenants of the demo plant; 000000 is the top one, 645967 the default. */
export type TenantId = '000000' | '645967' | '645968';

/** A row of the tenant register. */
export interface Tenant {
  tenantId: TenantId;
  tenantName: string;
  domain: string;
  linkman: string;
  contactNumber: string;
  address: string;
  /** -1: no limit. */
  accountNumber: number;
  /** null: never expires. */
  expireTime: string | null;
  status: '0' | '1';
}

/** A department; `leader` is a user's id, so the seeder sets it after the people are there. */
export interface Department {
  id: string;
  tenantId: TenantId;
  /** '0' for the company itself. */
  parentId: string;
  deptName: string;
  fullName: string;
  deptCategory: '1' | '2' | '3';
  deptType: '1' | '2' | '3' | '4' | '5';
  /** Keys of the dictionary `dept-function`. */
  functions: string[];
  leader: string;
  sort: number;
}

/** A post of a tenant. */
export interface Post {
  id: string;
  tenantId: TenantId;
  category: '1' | '2' | '3' | '4';
  postCode: string;
  postName: string;
  sort: number;
  isKeyPost: '0' | '1';
  /** Keys of the dictionary `special-work-category`. */
  needCerts: string[];
}

/** A role of a tenant; its menus and buttons are not data of the demo plant. */
export interface Role {
  id: string;
  tenantId: TenantId;
  roleName: string;
  roleCode: string;
  /** Key of the dictionary `data-scope`. */
  dataScope: '1' | '2' | '3' | '4' | '5' | '6';
  sort: number;
  /** Pages for which the role's own record decides; all others follow what is shipped. */
  permissions?: readonly { permissionId: string; actionList: readonly string[] }[];
}

/** A user, without the password, which the seeder adds. */
export interface User {
  id: string;
  tenantId: TenantId;
  account: string;
  realName: string;
  name: string;
  staffNo: string;
  sex: '1' | '2';
  birthday: string;
  /** Given for some only; the birth year is 1900, so that it is nobody's. */
  idCard: string | null;
  phone: string;
  email: string;
  /** Department ids, the main one first. */
  dept: string[];
  /** Role ids. */
  role: string[];
  /** Post ids. */
  post: string[];
  /** Key of the dictionary `person-category`. */
  personCategory: '1' | '2' | '3' | '4' | '5' | '6' | '7';
  entryDate: string;
  status: '0' | '1' | '2';
}

/** A row of the enterprise configuration, one a tenant. */
export interface EnterpriseConfigRow {
  tenantId: TenantId;
  tenantName: string;
  title: string;
  titleTw: string;
  titleEn: string;
  titlePt: string;
  layout: 'sidemenu' | 'topmenu';
  theme: 'light' | 'dark';
  contentWidth: 'fluid' | 'fixed';
  multiTab: '0' | '1';
  /** Undefined for a company whose maps have a plan. */
  mapTileUrl?: string;
  mapPlanA?: string;
  mapPlanB?: string;
  mapPlanC?: string;
  mapCenterLng: number;
  mapCenterLat: number;
  mapAlt: number;
  mapHeading: number;
  footer: string;
  techSupport: string;
  captchaMode: '0' | '1';
  /** Time of day, HH:mm. */
  /** Null where no notices are made. */
  promiseTime: string | null;
}

/** A row of the register of laws, regulations and standards, the same for every tenant. */
export interface Law {
  name: string;
  docNo: string;
  /** Key of the dictionary `law-file-type`. */
  fileType: string;
  issueDept: string;
  issueDate: string;
  effectiveDate: string;
  /** null: not abolished. */
  abolishDate: string | null;
  replaces: string | null;
  /** Comma separated. */
  keywords: string;
  /** In our own words. */
  summary: string;
  /** '3' (amended) for an old text that a revision has replaced; null: the effectiveness follows from the dates. */
  effectOverride: '3' | null;
}

/** A management-system rule of the demo plant, fictitious. */
export interface Rule {
  tenantId: TenantId;
  ruleNo: string;
  name: string;
  /** Key of the dictionary `rule-type`. */
  ruleType: string;
  ruleVersion: string;
  /** Department id. */
  draftDept: string;
  /** User id. */
  drafter: string;
  effectDate: string;
  /** Months. */
  reviewCycle: number;
  /** Department ids. */
  scopeDepts: string[];
  readRequired: '0' | '1';
  content: string;
}
