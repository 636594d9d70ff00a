import type { OpenApiExtra } from '../../src/compile/openapi/calls.ts';
import { fileCalls, openFileOperation } from './files/register-files.ts';
import { publicOperations } from './intake/public.routes.ts';
import { readingOperations } from './live/readings.routes.ts';
import { videoOperations } from './live/video.routes.ts';
import { eventsOperation } from './realtime/events.routes.ts';
import { openRecordsOperation } from './realtime/open-records.routes.ts';
import { accountOperations } from './sign-in/account.routes.ts';
import { authOperations } from './sign-in/oauth.routes.ts';
import { systemOperations } from './system/system.ts';

/** The calls that no entity brings, for OpenAPI: signing in, system calls and files. */
export function extraCalls(prefix: string): readonly OpenApiExtra[] {
  const system = [
    ...systemOperations(prefix),
    eventsOperation(prefix),
    openRecordsOperation(prefix),
    openFileOperation(prefix),
  ].map((call) => ({
    ...call,
    group: '系统',
    body: call.method === 'POST',
  }));
  const files = fileCalls.map(
    ({ method, path, title, takes }): OpenApiExtra => ({
      name: `file_${path.replaceAll(/[^A-Za-z0-9]+/g, '_')}_${method}`,
      method,
      path: `/api/${prefix}-${path}`,
      title,
      group: '文件',
      open: takes === 'signature',
      arguments: { [takes]: { title: takes === 'file' ? '文件（multipart）' : '编号', required: true } },
      body: method === 'POST',
      answer: takes === 'signature' ? '文件内容' : '文件或结果',
    }),
  );
  const open = [...authOperations(prefix), ...accountOperations(prefix), ...publicOperations(prefix)];
  return [...open, ...readingOperations(prefix), ...videoOperations(prefix), ...system, ...files];
}
