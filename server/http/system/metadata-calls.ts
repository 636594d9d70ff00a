import { AnlanError } from '../../../src/core/errors/catalogue.ts';
import { say } from '../../../src/core/text/say.ts';
import type { PageMetadata } from '../../../src/core/wire/page.ts';
import { rightsOf } from '../../access/permission/rights.ts';
import { pageMetadata } from '../../metadata/page-metadata.ts';
import type { PersonInput, SystemCall } from './system-call.ts';

async function readPage({ context, snapshot, argument }: PersonInput): Promise<PageMetadata> {
  const code = argument('code') ?? '';
  const found = snapshot.pages.get(code);
  if (found === undefined) throw new AnlanError('notFound', { what: say('页面') });
  if (!rightsOf(context.caller, snapshot).page(code).has('view')) {
    throw new AnlanError('forbidden', { action: say('查看{page}', { page: found.page.title }) });
  }
  return pageMetadata(snapshot, found.entity, code);
}

/** The call by which the browser gets what it draws pages from. */
export const metadataCalls: readonly SystemCall[] = [
  {
    name: 'pageMetadata',
    method: 'GET',
    path: 'metadata/page',
    title: '页面的元数据',
    arguments: { code: { title: '页面编号', required: true } },
    answer: '实体、字典、设置和引用的实体',
    handle: readPage,
  },
];
