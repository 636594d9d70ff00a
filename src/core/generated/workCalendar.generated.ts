/* Generated from schemas/areas/system/workCalendar.entity.json by `npm run metadata -- types`. Do not edit. */

/**
 * 工作日历：一条记录
 */
export interface WorkCalendarRecord {
  /**
   * 主键
   */
  id: string;
  /**
   * 创建人
   */
  createUser: string;
  /**
   * 创建部门
   */
  createDept: string;
  /**
   * 创建时间
   */
  createTime: string;
  /**
   * 修改人
   */
  updateUser: string;
  /**
   * 修改时间
   */
  updateTime: string;
  /**
   * 版本
   */
  version: number;
  /**
   * 日期
   */
  calendarDate: string;
  /**
   * 类型。周六、周日默认休息，其余默认上班；只登记与此不同的日子
   */
  dayKind: 'holiday' | 'workday';
  /**
   * 名称。如国庆节、国庆节调休
   */
  dayName: string | null;
  /**
   * 依据。放假通知的名称，如国务院办公厅关于2026年部分节假日安排的通知
   */
  dayBasis: string | null;
  /**
   * 依据核实
   */
  dayUnsure: ('0' | '1') | null;
}
