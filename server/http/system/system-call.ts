import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AnlanError } from '../../../src/core/errors/catalogue.ts';
import { say } from '../../../src/core/text/say.ts';
import { invalidCharacter } from '../../../src/core/validation/text-checks.ts';
import type { SystemAnswers, SystemPath } from '../../../src/core/wire/calls.ts';
import type { Authenticate } from '../../access/sign-in/authenticate.ts';
import type { FileLinks } from '../../files/contract.ts';
import type { Config } from '../../ground/config.ts';
import type { CallContext, Clock } from '../../ground/context.ts';
import type { Connection, Database } from '../../ground/database/database.ts';
import type { MetadataSnapshot } from '../../metadata/snapshot.ts';
import type { MetadataStore } from '../../metadata/store.ts';
import type { EntityServices } from '../../records/call/ports.ts';
import type { LongJobs } from '../../reports/long-jobs/long-jobs.ts';
import { StreamAnswer } from '../../reports/spreadsheet/stream-answer.ts';
import { callBodyLimit, openBodyLimit } from '../plugins/body-limits.ts';
import { answer } from '../plugins/errors.ts';
import { sendStream } from '../plugins/send-stream.ts';
import type { SiteKind } from '../plugins/static-client.ts';
import type { Auth } from '../sign-in/auth.ts';

/** An argument of a system call. */
export interface CallArgument {
  readonly title: string;
  readonly required?: boolean;
  /** Characters it may have. Default 500. */
  readonly most?: number;
}

/** What OpenAPI says of a call that no entity file brings. */
export interface SystemOperation {
  /** Unique name, `deptTree`. */
  readonly name: string;
  readonly method: 'GET' | 'POST';
  /** Path with prefix: `/api/anlan-system/dept/tree`. */
  readonly path: string;
  readonly title: string;
  /** Whether it works without sign-in. */
  readonly open: boolean;
  /** Arguments, in the query or, for POST, in a form or JSON body too. */
  readonly arguments: Readonly<Record<string, CallArgument>>;
  /** What `data` of the answer is. */
  readonly answer: string;
}

/** What system calls work with. */
export interface SystemServices {
  readonly config: Config;
  readonly database: Database;
  readonly metadata: MetadataStore;
  readonly clock: Clock;
  readonly auth: Auth;
  readonly files: FileLinks;
  /** What the entity service works with. */
  readonly entities: EntityServices;
  readonly longJobs: LongJobs;
  readonly site: { readonly kind: SiteKind; otherPort(): number; ownPort(): number };
}

/** A call as its handler sees it. */
export interface OpenInput {
  readonly services: SystemServices;
  readonly request: FastifyRequest;
  /** Text of an argument, trimmed; undefined where it is missing or empty. Throws for one that is no plain text. */
  argument(name: string): string | undefined;
}

/** A signed-in person's call. */
export interface PersonInput extends OpenInput {
  readonly context: CallContext;
  readonly snapshot: MetadataSnapshot;
  /** Reads in the view of the tenant that the call works on. */
  read<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
}

interface CallTexts<Path extends SystemPath> {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  /** Path under the service: `dept/tree`. What it answers stands in `SystemAnswers`. */
  readonly path: Path;
  /** Default `system`. */
  readonly service?: string;
  readonly title: string;
  readonly arguments?: Readonly<Record<string, CallArgument>>;
  readonly answer: string;
  /** Message of the answer, said when it is made. Default 操作成功. */
  readonly message?: () => string;
}

/** A call for everyone. */
interface OpenCall<Path extends SystemPath> extends CallTexts<Path> {
  readonly open: true;
  handle(input: OpenInput): Promise<SystemAnswers[Path]>;
}

/** A call for signed-in people. */
interface PersonCall<Path extends SystemPath> extends CallTexts<Path> {
  readonly open?: false;
  /** Whether it is open to people who still have to change their first password. Default false. */
  readonly allowInitialPassword?: boolean;
  /** Whether it takes a file, as multipart. Default false: such a body is refused. */
  readonly takesFile?: boolean;
  handle(input: PersonInput): Promise<SystemAnswers[Path]>;
}

/** A call that no entity brings: its path says what it answers. */
export type SystemCall = { [Path in SystemPath]: OpenCall<Path> | PersonCall<Path> }[SystemPath];

/** Path of a call with its service's prefix. */
function callPath(call: SystemCall, prefix: string): string {
  return `/api/${prefix}-${call.service ?? 'system'}/${call.path}`;
}

/** The call as OpenAPI lists it. */
export function describeCall(call: SystemCall, prefix: string): SystemOperation {
  return {
    name: call.name,
    method: call.method,
    path: callPath(call, prefix),
    title: call.title,
    open: call.open === true,
    arguments: call.arguments ?? {},
    answer: call.answer,
  };
}

/** Registers a call on a port; its answer goes into the envelope, unless it is a file. */
export function registerCall(app: FastifyInstance, call: SystemCall, services: SystemServices): void {
  if (call.open === true || call.takesFile !== true) registerRoute(app, call, services);
  else {
    app.register(async (scope) => {
      await scope.register(multipart, { throwFileSizeLimit: false });
      registerRoute(scope, call, services);
    });
  }
}

function registerRoute(app: FastifyInstance, call: SystemCall, services: SystemServices): void {
  const { authenticate } = services.auth;
  app.route({
    method: call.method,
    url: callPath(call, services.config.servicePrefix),
    bodyLimit: call.open === true ? openBodyLimit : callBodyLimit,
    config: { allowInitialPassword: call.open === true || call.allowInitialPassword === true },
    async handler(request: FastifyRequest, reply: FastifyReply) {
      const input: OpenInput = { services, request, argument: argumentOf(request, call) };
      const data = call.open ? await call.handle(input) : await call.handle(await personInput(input, authenticate));
      if (data instanceof StreamAnswer) return sendStream(reply, data);
      return reply.send(answer(data, call.message?.()));
    },
  });
}

async function personInput(input: OpenInput, authenticate: Authenticate): Promise<PersonInput> {
  const context = await authenticate(input.request);
  const { database, metadata } = input.services;
  return {
    ...input,
    context,
    snapshot: await metadata.snapshot(context.tenantId),
    read: (work) => database.withTenant(context.tenantId, work),
  };
}

function argumentOf(request: FastifyRequest, call: SystemCall): (name: string) => string | undefined {
  const sources = [request.query, request.body].filter(
    (source): source is Record<string, unknown> =>
      typeof source === 'object' && source !== null && !Array.isArray(source),
  );
  return (name) => {
    const { title = name, most = 500 } = call.arguments?.[name] ?? {};
    for (const source of sources) {
      const value = Object.hasOwn(source, name) ? source[name] : undefined;
      if (value === undefined || value === null || value === '') continue;
      if (typeof value !== 'string' && typeof value !== 'number') throw new AnlanError('invalidText', { field: title });
      const text = String(value);
      if (text.length > most || invalidCharacter(text) !== undefined) {
        throw new AnlanError('invalidText', { field: title });
      }
      return text.trim() === '' ? undefined : text.trim();
    }
    if (call.arguments?.[name]?.required === true) {
      throw new AnlanError(
        'invalidInput',
        { detail: say('{title}不能为空', { title }) },
        { faults: [{ pointer: `/${name}`, msg: say('{title}不能为空', { title }) }] },
      );
    }
    return undefined;
  };
}
