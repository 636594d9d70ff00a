import { AnlanError } from '../../../src/core/errors/catalogue.ts';
import { spoken } from '../../../src/core/text/say.ts';

/** Why there is no picture of a camera; nothing of it says where the camera is. */
const FAULTS = spoken({
  unset: '没有填写取图或播放地址，请在“视频设备”中填写',
  sealed: '摄像机的地址无法打开，请重新填写',
  kept: '摄像机的地址不在企业允许的网段内，请管理员在“参数设置”的“允许的摄像机内网网段”中加入',
  away: '摄像机连接不上',
  denied: '摄像机不接受登录账号或密码',
  refused: '摄像机拒绝了请求',
  silent: '摄像机没有送来画面',
  rubbish: '摄像机送来的不是画面',
  codec: '摄像机的编码不是H.264，浏览器不能播放',
  large: '摄像机送来的画面太大',
  slow: '网络太慢，画面跟不上',
  busy: '同时观看的画面太多，请稍后再试',
  off: '摄像机不在线',
  gone: '您不能再看这台摄像机',
  session: '登录已失效，请重新登录',
  stopping: '服务器正在重启',
});

export type CameraFaultKind = keyof typeof FAULTS;

/** A camera of which there is no picture. */
export class CameraFault extends Error {
  readonly kind: CameraFaultKind;
  constructor(kind: CameraFaultKind) {
    super(kind);
    this.kind = kind;
  }
}

/** The fault in words, in the language of the moment. */
export const faultText = (kind: CameraFaultKind): string => FAULTS[kind];

/** Whether it may be another in a moment. */
export const mayPass = (kind: CameraFaultKind): boolean =>
  !['unset', 'sealed', 'kept', 'codec', 'off', 'gone', 'session'].includes(kind);

/** What a call answers of a fault; other errors as they are. */
export function answerOfCamera(error: unknown): unknown {
  if (!(error instanceof CameraFault)) return error;
  return new AnlanError('guardFailed', { detail: faultText(error.kind) });
}
