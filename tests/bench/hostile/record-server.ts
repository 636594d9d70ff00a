import { recordBodyLimit } from '../../../server/http/plugins/body-limits.ts';
import type { Entity } from '../../../src/core/dialect/entity.generated.ts';
import { everyField } from '../../fixtures/entities/every-field.ts';
import { createEntityServer, type EntityServer, type TestPerson } from '../../fixtures/entity-server.ts';
import { exampleEntity } from '../../fixtures/example-areas.ts';
import type { HostileInput, HostileKind } from './hostile-kind.ts';

const analyst: TestPerson = { roleCodes: ['analyst'] };
/** Where the records with a field of every type are. */
export const everyFieldBase = '/api/anlan-safety/samples/everyfield';

/** A page in front of whose list stands what waits for its step. */
const awaits = exampleEntity('awaits');
export const AWAITING_PAGE = 'samplesExample';

let server: Promise<EntityServer> | undefined;
let users = 0;

/** Lists by POST too, as several areas have them: a body holds longer arguments than an address. */
export function withPostedLists(): Entity {
  const entity = everyField();
  return { ...entity, api: { ...entity.api, operations: { postedPage: { call: 'POST page', does: 'page' } } } };
}

// All kinds of one process share it: tables of every shipped entity take seconds to make.
async function openServer(): Promise<EntityServer> {
  users += 1;
  server ??= createEntityServer({ entities: { samples: [withPostedLists(), awaits] } });
  return server;
}

async function closeServer(): Promise<void> {
  users -= 1;
  if (users > 0) return;
  const closing = server;
  server = undefined;
  await (await closing)?.close();
}

/** The server of records for those that ask by address; to be closed by each that opened it. */
export async function openRecordServer() {
  const opened = await openServer();
  const { database, services, metadata } = opened;
  return {
    database,
    get: (address: string) => opened.call(analyst, `GET ${address}`),
    /** Who asks outside of the calls on records. */
    async reader() {
      const context = opened.context(analyst);
      return { services, context, snapshot: await metadata.snapshot(context.tenantId) };
    },
    close: closeServer,
  };
}

/** Largest body of the server, in bytes. */
export const LARGEST = recordBodyLimit;

/** What a kind posts to a call of records with a field of every type. */
interface RecordKind {
  readonly name: string;
  readonly unit: string;
  readonly largest: number;
  /** `save`, `page`, …; default `save`. */
  readonly call?: string;
  /** The body of a size, as JSON text. */
  body(size: number): string;
}

/** A kind of hostile body of a call on records; an answer of 500 fails it. */
export function recordKind({ name, unit, largest, call = 'save', body }: RecordKind): HostileKind {
  return {
    name,
    unit,
    largest,
    ground: 'records',
    async open(): Promise<HostileInput> {
      const opened = await openServer();
      const post = async (raw: string) => {
        const { status, msg } = await opened.call(analyst, `POST ${everyFieldBase}/${call}`, undefined, { raw });
        if (status >= 500 || msg === '没有这个接口') throw new Error(`${name}: answered ${status} ${msg}`);
        return status;
      };
      // The first call compiles what all later ones share.
      await post(body(1));
      return {
        prepare(size) {
          const raw = body(size);
          return () => post(raw);
        },
        close: closeServer,
      };
    },
  };
}
