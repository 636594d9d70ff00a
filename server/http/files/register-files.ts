import type {} from '@fastify/compress';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AnlanError } from '../../../src/core/errors/catalogue.ts';
import { say } from '../../../src/core/text/say.ts';
import { isRecordId } from '../../../src/core/validation/text-checks.ts';
import { isTenantId } from '../../access/sign-in/account-lookup.ts';
import { type AttachRow, findAttachments, removeUnclaimed } from '../../files/attach-table.ts';
import { parseRange } from '../../files/byte-range.ts';
import type { MaySeeFile } from '../../files/contract.ts';
import { createFileIntake, type FileIntakeOptions } from '../../files/file-intake.ts';
import { mayBeInline } from '../../files/file-kind.ts';
import { createFileSigner, linkBase, wireFile } from '../../files/file-links.ts';
import { contentDisposition } from '../../files/file-name.ts';
import { receiveUpload } from '../../files/receive-upload.ts';
import type { LinkQuery } from '../../files/signed-link.ts';
import type { CallContext } from '../../ground/context.ts';
import { answer } from '../plugins/errors.ts';
import { holdsTag } from '../plugins/held-tag.ts';
import { registerOwnCall } from '../plugins/own-call.ts';
import type { SystemOperation } from '../system/system-call.ts';

/** What the file calls need: `drive` is of createFileStore, and besides it: */
interface FilesOptions extends FileIntakeOptions {
  /** Gives the caller, or throws `notSignedIn`, `sessionEnded` … */
  authenticate(request: FastifyRequest): Promise<CallContext>;
  /** The same as that of createFileLinks. */
  readonly signingSecret: string;
  /** Gives the person for whom a link was made, who has to be the one who opens it; throws `fileLinkForeign` else. */
  authenticateHolder(request: FastifyRequest, link: { userId: string; tenantId: string }): Promise<CallContext>;
  /** Asked for files that belong to a record. */
  readonly maySee: MaySeeFile;
  /** Throws where nobody may read a file without login, because no published record holds it. */
  checkPublished(ask: {
    readonly tenantId: string;
    readonly entity: string;
    readonly id: string;
    readonly file: string;
    readonly address: string;
  }): Promise<void>;
  readonly defaultTenant: string;
}

const OPEN_FILE = 'record/open-file';

/** The call of files that anybody reads, for OpenAPI. */
export function openFileOperation(prefix: string): SystemOperation {
  return {
    name: 'recordOpenFile',
    method: 'GET',
    path: `/api/${prefix}-system/${OPEN_FILE}`,
    title: '不登录也能读的文件',
    open: true,
    arguments: {
      entity: { title: '业务', required: true },
      id: { title: '记录', required: true },
      file: { title: '文件', required: true },
      tenantId: { title: '租户，默认为默认租户' },
    },
    answer: '文件内容',
  };
}

/** The file calls, for OpenAPI. Paths are without `/api/{p}-`. */
export const fileCalls = [
  { method: 'POST', path: 'safety/fileserver/fileUpload', title: '上传文件（旧）', takes: 'file' },
  { method: 'POST', path: 'resource/oss/endpoint/put-file', title: '上传文件', takes: 'file' },
  { method: 'POST', path: 'resource/oss/endpoint/remove-file', title: '删除文件', takes: 'id' },
  { method: 'POST', path: 'resource/oss/endpoint/remove-files', title: '批量删除文件', takes: 'ids' },
  { method: 'POST', path: 'safety/fileserver/deleteByAttachId', title: '按附件编号删除文件', takes: 'attachId' },
  { method: 'DELETE', path: 'safety/fileserver/deleteByAttachId', title: '按附件编号删除文件', takes: 'attachId' },
  { method: 'GET', path: 'safety/fileserver/downLoadFileById', title: '下载文件', takes: 'id' },
  { method: 'GET', path: 'resource/oss/endpoint/file/{id}', title: '按签名链接读取文件', takes: 'signature' },
] as const;

type IdsQuery = Readonly<Record<'id' | 'ids' | 'attachId', unknown>>;

const saidUploaded = () => say('上传成功');
const saidRemoved = () => say('删除成功');

/**
 * Adds the calls of both upload families to a server. Call it once for each port, in a scope whose error handler is
 * that of registerErrors, before the static client; sweepFiles runs as a job.
 */
export async function registerFiles(app: FastifyInstance, options: FilesOptions): Promise<void> {
  const { database, drive, clock, servicePrefix } = options;
  const intake = createFileIntake(options);
  const signer = createFileSigner(options);

  async function upload(request: FastifyRequest) {
    const context = await options.authenticate(request);
    const { tenantId } = context;
    const { userId, deptId } = context.caller;
    const file = await intake.receive({ tenantId, userId, deptId, repeating: context }, (path) =>
      receiveUpload(request, path),
    );
    return wireFile(file, signer.sign({ attachId: file.id, tenantId, userId }));
  }

  async function find(tenantId: string, id: unknown): Promise<AttachRow> {
    const [row] = isRecordId(id)
      ? await database.withTenant(tenantId, (connection) => findAttachments(connection, [id]))
      : [];
    if (row === undefined) throw new AnlanError('notFound', { what: say('文件') });
    return row;
  }

  async function findVisible(context: CallContext, id: unknown): Promise<AttachRow> {
    const row = await find(context.tenantId, id);
    const visible =
      row.bizType === null || row.bizId === null
        ? row.createUser === context.caller.userId
        : await options.maySee(context, row.bizType, row.bizId, row.id);
    if (!visible) throw new AnlanError('notFound', { what: say('文件') });
    return row;
  }

  async function remove(request: FastifyRequest, wanted: readonly unknown[]) {
    const context = await options.authenticate(request);
    if (wanted.length === 0) throw new AnlanError('invalidInput', { detail: say('请指定要删除的文件') });
    if (wanted.length > 200) throw new AnlanError('invalidInput', { detail: say('一次最多删除200个文件') });
    const unique = [...new Set(wanted)];
    const rows = await Promise.all(unique.map((id) => findVisible(context, id)));
    const held = rows.find((row) => row.bizId !== null);
    if (held !== undefined)
      throw new AnlanError('guardFailed', {
        detail: say('“{originalName}”已随记录保存，请在所属记录中删除', { originalName: held.originalName }),
      });
    const removed = await database.transaction(context.tenantId, async (connection) => {
      const which = { ids: rows.map(({ id }) => id), userId: context.caller.userId };
      const done = await removeUnclaimed(connection, which, clock.now());
      // A record was saved with one of them at this moment.
      if (done.length < rows.length)
        throw new AnlanError('guardFailed', { detail: say('文件已随记录保存，请在所属记录中删除') });
      return done;
    });
    for (const { name, shared } of removed) if (!shared) await drive.remove(name);
    return true as const;
  }

  // Players enter films in the middle, and some play nothing at all without parts.
  async function send(reply: FastifyReply, row: AttachRow, kind: 'inline' | 'attachment', caching: string) {
    const size = Number(row.attachSize);
    const tag = `"${row.sha256}"`;
    const { range: wanted, 'if-range': since, 'if-none-match': held } = reply.request.headers;
    const keeping = { etag: tag, 'cache-control': caching };
    if (holdsTag(held, tag)) {
      return reply.code(304).headers(keeping).send();
    }
    const range = since === undefined || since === tag ? parseRange(wanted, size) : undefined;
    reply.header('accept-ranges', 'bytes');
    if (range === 'unsatisfiable') {
      reply.header('content-range', `bytes */${size}`);
      throw new AnlanError('rangeRefused');
    }
    const content = await drive.read(row.name, range);
    if (content === undefined) throw new AnlanError('notFound', { what: say('文件') });
    if (range !== undefined) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`);
    return reply
      .header('content-type', row.contentType)
      .header('content-length', range === undefined ? size : range.end - range.start + 1)
      .header('content-disposition', contentDisposition(kind, row.originalName))
      .headers(keeping)
      .send(content);
  }

  await app.register(async (scope) => {
    await scope.register(multipart, { throwFileSizeLimit: false });
    // After the hook that sends the pages' policy with every answer.
    scope.addHook('onSend', async (_request, reply) => {
      if (!reply.hasHeader('content-disposition')) return;
      const pdf = reply.getHeader('content-type') === 'application/pdf';
      // Browsers refuse to show a PDF in a sandbox.
      reply.header('content-security-policy', pdf ? "frame-ancestors 'self'" : "default-src 'none'; sandbox");
      reply.header('x-content-type-options', 'nosniff');
    });

    const server = `/api/${servicePrefix}-safety/fileserver`;
    const plain = { compress: false, exposeHeadRoute: false } as const;

    registerOwnCall(scope, servicePrefix, {
      service: 'resource',
      path: 'oss/endpoint/put-file',
      method: 'POST',
      message: saidUploaded,
      handle: upload,
    });
    scope.post(`${server}/fileUpload`, async (request) => {
      const file = await upload(request);
      const older = { id: file.attachId, urlPath: file.link, originalFileName: file.originalName };
      return answer({ ...file, ...older }, saidUploaded());
    });

    for (const [path, key] of [
      ['oss/endpoint/remove-file', 'id'],
      ['oss/endpoint/remove-files', 'ids'],
    ] as const) {
      registerOwnCall(scope, servicePrefix, {
        service: 'resource',
        path,
        method: 'POST',
        message: saidRemoved,
        handle: (request) => remove(request, idsOf(request, key)),
      });
    }
    scope.route({
      method: ['POST', 'DELETE'],
      url: `${server}/deleteByAttachId`,
      handler: async (request) => answer(await remove(request, idsOf(request, 'attachId')), saidRemoved()),
    });

    scope.get(`${server}/downLoadFileById`, plain, async (request, reply) => {
      const context = await options.authenticate(request);
      return send(reply, await findVisible(context, (request.query as IdsQuery).id), 'attachment', 'no-store');
    });

    // Asked each time: a film of a program that was stopped is nobody's business any more.
    scope.get(`/api/${servicePrefix}-system/${OPEN_FILE}`, plain, async (request, reply) => {
      const given = request.query as Readonly<Record<string, unknown>>;
      const text = (name: string) => (typeof given[name] === 'string' ? given[name].trim() : '');
      const tenantId = text('tenantId') || options.defaultTenant;
      if (!isTenantId(tenantId)) throw new AnlanError('tenantUnavailable');
      const [entity, id, file] = [text('entity'), text('id'), text('file')];
      await options.checkPublished({ tenantId, entity, id, file, address: request.ip });
      const row = await find(tenantId, file);
      return send(reply, row, mayBeInline(row.contentType) ? 'inline' : 'attachment', 'private, no-cache');
    });

    scope.get(`${linkBase(servicePrefix)}/:id`, plain, async (request, reply) => {
      const { id } = request.params as { id: string };
      const allowed = signer.verify(id, request.query as LinkQuery);
      if (allowed === undefined) throw new AnlanError('fileLinkExpired');
      const { tenantId, userId } = allowed.grant;
      // What is on the login page is everybody's; anything else its person's, who may see it still.
      const open = userId === '';
      const row = open
        ? await find(tenantId, id)
        : await findVisible(await options.authenticateHolder(request, allowed.grant), id);
      const seconds = Math.floor((allowed.expires - clock.now().getTime()) / 1000);
      // A browser may keep the content and has to ask each time whether it may still show it.
      const caching = open ? `private, max-age=${seconds}` : 'private, no-cache';
      return send(reply, row, mayBeInline(row.contentType) ? 'inline' : 'attachment', caching);
    });
  });
}

// In the query or in the body, one, several or comma separated: clients of both families differ.
function idsOf(request: FastifyRequest, key: keyof IdsQuery): unknown[] {
  const { body } = request;
  const fromBody = Array.isArray(body) ? body : (body as Partial<IdsQuery> | null | undefined)?.[key];
  const given = (request.query as Partial<IdsQuery>)[key] ?? fromBody;
  return [given ?? []]
    .flat()
    .flatMap((entry) => (typeof entry === 'string' ? entry.split(',').filter(Boolean) : [entry]));
}
