import { readFile } from 'node:fs/promises';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { OpenApiExtra } from '../../../src/compile/openapi/calls.ts';
import { AnlanError, invalidInput } from '../../../src/core/errors/catalogue.ts';
import { pictureFaultText } from '../../../src/core/files/upload-limits.ts';
import { say } from '../../../src/core/text/say.ts';
import type { Captchas } from '../../access/sign-in/captcha.ts';
import { detectFileKind } from '../../files/file-kind.ts';
import { extensionOf, sanitiseFileName } from '../../files/file-name.ts';
import { discardArrival, type FileStore } from '../../files/file-store.ts';
import { judgePhoto } from '../../files/pictures/judge-picture.ts';
import { receiveUpload } from '../../files/receive-upload.ts';
import { arrivalName } from '../../files/sweep-files.ts';
import { publicForm } from '../../flow/intake/public-form.ts';
import { type OpenLink, openLink } from '../../flow/intake/public-link.ts';
import { keepPicture } from '../../flow/intake/public-pictures.ts';
import { readReport, receiveReport, reportState, sentBefore } from '../../flow/intake/public-report.ts';
import { countUse } from '../../flow/intake/public-use.ts';
import type { Clock } from '../../ground/context.ts';
import type { EntityServices } from '../../records/call/ports.ts';
import { registerOwnCall } from '../plugins/own-call.ts';

/** Largest picture in bytes: a phone's, made smaller by the page. */
const LARGEST_PICTURE = 4 * 1024 * 1024;

/** Pictures that phones make and browsers show. */
const PICTURES: readonly string[] = ['image/jpeg', 'image/png', 'image/webp'];

interface PublicOptions {
  readonly services: EntityServices;
  readonly drive: FileStore;
  readonly clock: Clock;
  readonly servicePrefix: string;
  readonly captchas: Captchas;
  /** Holds back an address that gave too many wrong captchas. */
  readonly guard: { checkAddress(address: string): Promise<void>; noteAddressFailure(address: string): Promise<void> };
}

/** The calls of public forms, for OpenAPI. */
export function publicOperations(prefix: string): readonly OpenApiExtra[] {
  const call = (
    name: string,
    method: string,
    title: string,
    answered: string,
    more: readonly string[],
  ): OpenApiExtra => ({
    name: `public_${name}`,
    method,
    path: `/api/${prefix}-public/intake/${name}`,
    title,
    group: '公开上报',
    open: true,
    arguments: Object.fromEntries(
      ['link', ...more].map((one) => [one, { title: one === 'link' ? '上报入口' : one, required: true }]),
    ),
    body: method === 'POST',
    answer: answered,
  });
  return [
    call('form', 'GET', '上报入口的表单', '企业、标题和要填的字段', []),
    call('picture', 'POST', '上报的照片', '照片编号', []),
    call('send', 'POST', '提交上报', '查询码', ['values', 'key']),
    call('state', 'GET', '按查询码查看进度', '状态和提交时间', ['code']),
  ];
}

/** Registers the calls that need no sign-in but a link that somebody printed. */
export async function registerPublic(app: FastifyInstance, options: PublicOptions): Promise<void> {
  const { services, clock, servicePrefix, captchas, guard } = options;
  const linkOf = (request: FastifyRequest): Promise<OpenLink> => openLink(services, clock, argument(request, 'link'));

  await app.register(async (scope) => {
    await scope.register(multipart, { throwFileSizeLimit: false });
    const service = 'public' as const;

    registerOwnCall(scope, servicePrefix, {
      service,
      path: 'intake/form',
      method: 'GET',
      handle: async (request) => publicForm(services, await linkOf(request)),
    });

    registerOwnCall(scope, servicePrefix, {
      service,
      path: 'intake/state',
      method: 'GET',
      async handle(request) {
        const link = await linkOf(request);
        await countUse(services, link, 'state', request.ip);
        return reportState(services, link, argument(request, 'code'));
      },
    });

    registerOwnCall(scope, servicePrefix, {
      service,
      path: 'intake/send',
      method: 'POST',
      message: () => say('提交成功'),
      async handle(request) {
        const link = await linkOf(request);
        const report = readReport(link, request.body);
        const before = await sentBefore(services, link, report);
        if (before !== undefined) return { code: before };
        await guard.checkAddress(request.ip);
        await captchas
          .check(headerOf(request, 'captcha-key'), headerOf(request, 'captcha-code'))
          .catch(async (error: unknown) => {
            if (error instanceof AnlanError) await guard.noteAddressFailure(request.ip);
            throw error;
          });
        await countUse(services, link, 'send', request.ip);
        return { code: await receiveReport(services, link, report) };
      },
    });

    registerOwnCall(scope, servicePrefix, {
      service,
      path: 'intake/picture',
      method: 'POST',
      async handle(request) {
        const link = await linkOf(request);
        if (link.intake.pictures === undefined) throw new AnlanError('unknownCall');
        await countUse(services, link, 'picture', request.ip);
        return { id: await keepPicture(services, link, await readPicture(options, request)) };
      },
    });
  });
}

/** A picture that is one, read whole; nothing is left on the disk. */
async function readPicture({ drive, clock, services }: PublicOptions, request: FastifyRequest) {
  const path = drive.arrivalPath(arrivalName(clock.now(), services.ids.next()));
  try {
    const arrived = await receiveUpload(request, path, LARGEST_PICTURE);
    const name = sanitiseFileName(arrived.name);
    const extension = extensionOf(name);
    const { contentType } = await detectFileKind(path, name, extension);
    if (!PICTURES.includes(contentType)) {
      throw invalidInput([{ pointer: '/file', msg: say('只能上传照片（JPG、PNG、WebP）') }]);
    }
    const fault = await judgePhoto(path, extension);
    if (fault !== undefined) {
      throw invalidInput([{ pointer: '/file', msg: pictureFaultText(fault) }]);
    }
    return { name, content: await readFile(path) };
  } finally {
    await discardArrival(path);
  }
}

function argument(request: FastifyRequest, name: string): unknown {
  return (request.query as Readonly<Record<string, unknown>>)[name];
}

function headerOf(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
}
