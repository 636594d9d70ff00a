/** The signed-in person. */
export interface AccountInfo {
  readonly userId: string;
  readonly account: string;
  readonly name: string;
  readonly realName: string;
  /** Address of the picture; '' where there is none. */
  readonly avatar: string;
  /** Role codes, comma separated. */
  readonly roleCode: string;
  readonly tenantId: string;
  readonly tenantName: string;
  /** Main department; '' for none. */
  readonly deptId: string;
  readonly deptName: string;
  /** Own departments and all below them: what expressions read as `me.deptIds`. */
  readonly deptIds: readonly string[];
  /** Whether the password must be changed before anything else. */
  readonly mustChangePassword: boolean;
  /**
   * What he changes of forms, lists and flows: `all`, or where the administrator's powers are divided `rights` (who may
   * see, write and do what) alone, or the `rest`; null for nothing.
   */
  readonly designs: 'all' | 'rights' | 'rest' | null;
}

/** A person as lists and pickers show him: nothing that is not on a door plate. */
export interface Person {
  readonly id: string;
  readonly realName: string;
  /** Main department's. */
  readonly deptName: string | null;
  readonly deptId: string | null;
  readonly deptIds: readonly string[];
  readonly account: string;
}

/** A node with the nodes below it. */
export type Nested<T> = T & { readonly hasChildren: boolean; readonly children: readonly Nested<T>[] };

/** A department as pickers take it. */
export interface DepartmentNode {
  readonly id: string;
  readonly nodeId: string;
  readonly label: string;
  readonly parentId: string | null;
  readonly deptId: string;
  readonly deptName: string;
  readonly fullName: string | null;
  readonly parentDeptId: string | null;
  readonly deptCategory: string | null;
  readonly deptType: string | null;
  readonly leader: string | null;
  readonly sort: number;
}

/** A person at a department's end of the personnel tree. */
interface PersonNode {
  readonly id: string;
  readonly nodeId: string;
  readonly label: string;
  readonly userId: string;
  readonly userName: string;
  readonly deptId: string;
}

/** A department with the departments and the people below it. */
export type Personnel = DepartmentNode & {
  readonly hasChildren: boolean;
  readonly children: readonly (Personnel | PersonNode)[];
};

export interface RoleNode {
  readonly id: string;
  readonly nodeId: string;
  readonly label: string;
  readonly parentId: string | null;
  readonly roleId: string;
  readonly roleName: string;
  readonly roleCode: string;
  readonly parentRoleId: string | null;
}

export interface PositionNode {
  readonly id: string;
  readonly nodeId: string;
  readonly label: string;
  readonly postId: string;
  readonly postName: string;
  readonly postCode: string;
  readonly category: string | null;
}
