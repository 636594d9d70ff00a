/* Generated from schemas/areas/system/attach.entity.json by `npm run metadata -- types`. Do not edit. */

/**
 * 附件：一条记录
 */
export interface AttachRecord {
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
   * 原始文件名
   */
  originalName: string | null;
  /**
   * 存储名
   */
  name: string | null;
  /**
   * 访问地址
   */
  link: string | null;
  /**
   * 扩展名
   */
  extension: string | null;
  /**
   * 文件类型
   */
  contentType: string | null;
  /**
   * 大小
   */
  attachSize: number | null;
  /**
   * 宽
   */
  width: number | null;
  /**
   * 高
   */
  height: number | null;
  /**
   * 图片核验。broken无法打开，plain只有一种颜色，small过小，large过大；没有问题和不核验的文件为空
   */
  pictureFault: string | null;
  /**
   * 修改时刻。上传者设备上的文件修改时刻，自1970年起的毫秒数
   */
  lastModified: number | null;
  /**
   * 业务类型
   */
  bizType: string | null;
  /**
   * 业务编号
   */
  bizId: string | null;
  /**
   * 摘要
   */
  sha256: string | null;
}
