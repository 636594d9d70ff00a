import { say } from '../text/say.ts';
import type { WireFault } from '../wire/contract.ts';
import { boundedFaults, boundedMessage } from './fault-list.ts';

/** One kind of error: HTTP status and Chinese template; `{name}` stands for a parameter. */
interface ErrorKind {
  readonly status: number;
  readonly message: string;
}

/**
 * Every error that the platform answers. Clients translate by code; the message is the Chinese text. All of them may
 * be shown to people.
 */
export const ERRORS = {
  invalidInput: { status: 400, message: '{detail}' },
  malformedJson: { status: 400, message: '请求内容不是有效的JSON' },
  mediaTypeRefused: { status: 415, message: '不支持的请求内容类型' },
  bodyTooLarge: { status: 413, message: '请求内容过大，最大{limit}' },
  nestedTooDeep: { status: 400, message: '请求内容嵌套过深' },
  listTooLong: { status: 400, message: '请求内容中的一个列表过长，最多{limit}项' },
  tooManyParameters: { status: 400, message: '参数过多，最多{limit}个' },
  requestTooSlow: { status: 408, message: '请求发送过慢或中断，请检查网络后重试' },
  headersTooLarge: { status: 431, message: '请求头过大' },
  malformedRequest: { status: 400, message: '请求格式不正确' },
  invalidText: { status: 400, message: '{field}含有无效字符' },
  unknownKey: { status: 400, message: '不认识的字段：{field}' },
  unknownFilter: { status: 400, message: '不支持按“{field}”筛选' },
  unknownSort: { status: 400, message: '不支持按“{field}”排序' },
  guardFailed: { status: 400, message: '{detail}' },
  credentialsWrong: { status: 400, message: '账号或密码错误' },
  captchaWrong: { status: 400, message: '验证码错误或已过期' },
  smsCodeWrong: { status: 400, message: '短信验证码错误或已失效，请重新获取' },
  smsTooSoon: { status: 429, message: '获取验证码过于频繁，请{seconds}秒后再试' },
  signInWayClosed: { status: 403, message: '企业没有开通{way}' },
  accountLocked: { status: 400, message: '密码错误次数过多，账号已锁定，请{minutes}分钟后再试' },
  accountDisabled: { status: 400, message: '账号已停用，请联系管理员' },
  tenantUnavailable: { status: 400, message: '租户不存在或已停用' },
  clientUnknown: { status: 401, message: '客户端认证失败' },
  notSignedIn: { status: 401, message: '请先登录' },
  sessionEnded: { status: 401, message: '登录已失效，请重新登录' },
  oldPasswordWrong: { status: 400, message: '原密码错误' },
  mustChangePassword: { status: 403, message: '请先修改初始密码' },
  forbidden: { status: 403, message: '您没有“{action}”的权限' },
  notRestorable: { status: 403, message: '只有本人在{minutes}分钟之内删除的记录可以撤销删除' },
  notYourStep: { status: 403, message: '您没有“{action}”的权限，这一步由{who}办理' },
  foreignTenant: { status: 403, message: '不能访问其他企业的数据' },
  notFound: { status: 404, message: '{what}不存在或已被删除' },
  unknownCall: { status: 404, message: '没有这个接口' },
  staleVersion: { status: 409, message: '该记录已被{who}修改，请查看最新内容后再保存' },
  taskDecided: { status: 409, message: '{detail}' },
  formChanged: { status: 409, message: '表单已更新，请按新表单确认后再提交' },
  duplicateKey: { status: 409, message: '相同的提交正在处理，请稍候' },
  stillReferenced: { status: 400, message: '“{title}”仍被{by}引用，不能删除' },
  notYetAlive: { status: 501, message: '尚未启用：{keyword}' },
  fileTooLarge: { status: 413, message: '文件大小超限，最大100M' },
  rangeRefused: { status: 416, message: '请求的范围超出文件大小' },
  fileLinkExpired: { status: 403, message: '文件链接已失效，请刷新页面后重试' },
  fileLinkForeign: { status: 403, message: '该文件链接只能由打开页面的本人使用，请登录后从页面打开' },
  fileKindRefused: { status: 400, message: '文件类型不允许：{kind}' },
  printTooLarge: { status: 413, message: '内容过多，无法打印，请减少内容或分开打印' },
  printTooMany: { status: 400, message: '一次最多打印{count}条记录，请分批打印' },
  publicLinkInvalid: { status: 403, message: '这个上报入口无效或已停用，请向企业索取新的二维码' },
  publicFull: { status: 429, message: '收到的上报已经很多，暂时不能再提交；情况紧急请直接打电话报告' },
  tooManyRequests: { status: 429, message: '操作过于频繁，请稍后再试' },
  sourceUnknown: { status: 401, message: '数据源不存在、已停用，或签名不正确' },
  readingsWaiting: { status: 503, message: '等待写入的数据过多，请稍后重发' },
  filesWaiting: { status: 503, message: '等待处理的文件过多，请稍后再试' },
  databaseAway: { status: 503, message: '数据库暂时不可用，请稍后重试' },
  databaseBusy: { status: 503, message: '数据库繁忙，未能及时完成，请稍后重试' },
  storageFull: { status: 507, message: '服务器存储空间不足，没有保存，请联系管理员清理后重试' },
  internal: { status: 500, message: '系统繁忙，请稍后重试（编号{requestId}）' },
} as const satisfies Record<string, ErrorKind>;

export type ErrorCode = keyof typeof ERRORS;

/** An error of the catalogue, thrown anywhere and answered by the error handler. */
export class AnlanError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  /** At most a hundred, and one that says how many others there are. */
  readonly faults: readonly WireFault[];
  /** What an answer carries besides the message (the current record of a version conflict). */
  readonly data: unknown;

  constructor(
    code: ErrorCode,
    parameters: Readonly<Record<string, string | number>> = {},
    more: { faults?: readonly WireFault[]; data?: unknown } = {},
  ) {
    super(boundedMessage(errorMessage(code, parameters)));
    this.name = 'AnlanError';
    this.code = code;
    this.status = ERRORS[code].status;
    this.faults = boundedFaults(more.faults ?? []);
    this.data = more.data ?? null;
  }

  /** The same error, naming the one of several things that it is about. */
  about(name: string): AnlanError {
    const naming = (reason: string) => say('“{name}”：{reason}', { name, reason });
    const faults = this.faults.map((fault) => ({ ...fault, msg: naming(fault.msg) }));
    const named = new AnlanError(this.code, {}, { faults, data: this.data });
    named.message = boundedMessage(naming(this.message));
    return named;
  }
}

/** Text of an error with its parameters filled in. */
export function errorMessage(code: ErrorCode, parameters: Readonly<Record<string, string | number>> = {}): string {
  return say(ERRORS[code].message).replace(/\{(\w+)\}/g, (_, name: string) => String(parameters[name] ?? ''));
}

/** The error of a body with faults: the first one is the message, all of them travel along. */
export function invalidInput(faults: readonly WireFault[]): AnlanError {
  return new AnlanError('invalidInput', { detail: faults[0]?.msg ?? say('输入有误') }, { faults });
}
