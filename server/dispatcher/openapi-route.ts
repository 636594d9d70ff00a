import type { FastifyInstance } from 'fastify';
import { compileOpenApi, type OpenApiExtra } from '../../src/compile/openapi.ts';
import { TOP_TENANT } from '../../src/compile/sql/plan-tables.ts';
import { fileCalls } from '../files/register-files.ts';
import type { MetadataSnapshot, MetadataSource } from '../metadata/snapshot.ts';
import { systemOperations } from '../system/system.ts';

export interface OpenApiRouteOptions {
  readonly metadata: MetadataSource;
  readonly config: { readonly servicePrefix: string; readonly tokenHeader: string };
}

/** Calls under `/api/{p}-auth/oauth`. */
function authCalls(prefix: string): OpenApiExtra[] {
  const base = `/api/${prefix}-auth/oauth`;
  const group = '认证';
  return [
    {
      name: 'token',
      method: 'POST',
      path: `${base}/token`,
      title: '登录与刷新令牌',
      group,
      open: true,
      arguments: {
        tenantId: { title: '租户编号' },
        username: { title: '账号' },
        password: { title: '密码' },
        refresh_token: { title: '刷新令牌' },
        grant_type: { title: 'password、captcha或refresh_token', required: true },
        scope: { title: '范围，all' },
      },
      body: true,
      answer: 'OAuth 2 的令牌（不带信封）',
    },
    {
      name: 'captcha',
      method: 'GET',
      path: `${base}/captcha`,
      title: '图形验证码',
      group,
      open: true,
      arguments: {},
      answer: '验证码图片与键',
    },
    {
      name: 'logout',
      method: 'GET',
      path: `${base}/logout`,
      title: '退出登录',
      group,
      open: false,
      arguments: {},
      answer: '无',
    },
  ];
}

/** All calls besides those of entities. */
export function extraCalls(prefix: string): OpenApiExtra[] {
  const system = systemOperations(prefix).map(
    (call): OpenApiExtra => ({
      ...call,
      group: '系统',
      body: call.method === 'POST',
    }),
  );
  const files = fileCalls.map(
    (call): OpenApiExtra => ({
      name: `file_${call.path.replaceAll(/[^A-Za-z0-9]+/g, '_')}_${call.method}`,
      method: call.method,
      path: `/api/${prefix}-${call.path}`,
      title: call.title,
      group: '文件',
      open: call.takes === 'signature',
      arguments: { [call.takes]: { title: call.takes === 'file' ? '文件（multipart）' : '编号', required: true } },
      body: call.method === 'POST',
      answer: '文件或结果',
    }),
  );
  return [...authCalls(prefix), ...system, ...files];
}

const texts = new WeakMap<MetadataSnapshot, string>();

/**
 * `GET /api/openapi.json`: the calls of the shipped metadata, without login. It is made from the same table that the
 * dispatcher serves, once for each revision.
 */
export function registerOpenApi(app: FastifyInstance, { metadata, config }: OpenApiRouteOptions): void {
  app.get('/api/openapi.json', async (_request, reply) => {
    const snapshot = await metadata.snapshot(TOP_TENANT);
    let text = texts.get(snapshot);
    if (text === undefined) {
      const { tokenHeader, servicePrefix } = config;
      const document = compileOpenApi(snapshot.operations.values(), extraCalls(servicePrefix), {
        title: '安澜',
        version: snapshot.revision,
        tokenHeader,
      });
      text = JSON.stringify(document);
      texts.set(snapshot, text);
    }
    return reply.header('content-type', 'application/json; charset=utf-8').send(text);
  });
}
