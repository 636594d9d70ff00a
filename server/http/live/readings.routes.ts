import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { OpenApiExtra } from '../../../src/compile/openapi/calls.ts';
import { AnlanError, invalidInput } from '../../../src/core/errors/catalogue.ts';
import { LONGEST_CURVE } from '../../../src/core/live/curve.ts';
import { say } from '../../../src/core/text/say.ts';
import type { Authenticate } from '../../access/sign-in/authenticate.ts';
import type { Database } from '../../ground/database/database.ts';
import type { LiveData } from '../../live/live.ts';
import { readCurve } from '../../live/read-curve.ts';
import type { MetadataSource } from '../../metadata/snapshot.ts';
import type { EntityService } from '../../records/service/service.ts';
import { registerOwnCall } from '../plugins/own-call.ts';

interface ReadingsOptions {
  readonly live: LiveData;
  readonly database: Database;
  readonly metadata: MetadataSource;
  readonly service: EntityService;
  readonly servicePrefix: string;
  readonly authenticate: Authenticate;
}

/** The calls of values, for OpenAPI. */
export function readingOperations(prefix: string): readonly OpenApiExtra[] {
  const group = '实时数据';
  return [
    {
      name: 'readings_take',
      method: 'POST',
      path: `/api/${prefix}-rhd/readings`,
      title: '接收监测数据',
      group,
      open: true,
      arguments: { readings: { title: '数据列表：tag、value、quality、time', required: true } },
      body: true,
      answer: '写入、已有和拒收的条数，拒收的原因；写入后才回答',
    },
    {
      name: 'readings_curve',
      method: 'GET',
      path: `/api/${prefix}-rhd/readings/curve`,
      title: '监测曲线',
      group,
      open: false,
      arguments: {
        entity: { title: '实体', required: true },
        id: { title: '点位', required: true },
        from: { title: '开始，毫秒', required: true },
        to: { title: '结束，毫秒；最长31天', required: true },
      },
      body: false,
      answer: '最小值、最大值和最新值，按数值、分钟或小时',
    },
  ];
}

/** Registers what sources send to, and what the curve of a point is read from. */
export async function registerReadings(app: FastifyInstance, options: ReadingsOptions): Promise<void> {
  const { live, database, metadata, service, servicePrefix, authenticate } = options;
  const own = 'rhd' as const;

  await app.register(async (scope) => {
    // A signature covers the bytes that were sent, so that nobody reads them before it is looked at.
    scope.removeContentTypeParser('application/json');
    scope.addContentTypeParser(
      'application/json',
      { parseAs: 'string' },
      async (_request: FastifyRequest, body: string) => body,
    );
    registerOwnCall(scope, servicePrefix, {
      service: own,
      path: 'readings',
      method: 'POST',
      async handle({ headers, body }) {
        const header = (name: string) => (typeof headers[name] === 'string' ? headers[name] : '');
        return live.takeSigned({
          source: header('anlan-source'),
          time: header('anlan-message-time'),
          signature: header('anlan-signature'),
          body: typeof body === 'string' ? body : '',
        });
      },
    });
  });

  registerOwnCall(app, servicePrefix, {
    service: own,
    path: 'readings/curve',
    method: 'GET',
    async handle(request) {
      const context = await authenticate(request);
      const { entity, id, ...range } = request.query as Readonly<Record<string, unknown>>;
      const model = (await metadata.snapshot(context.tenantId)).entities.get(String(entity));
      if (model?.readings === undefined) throw new AnlanError('notFound', { what: say('监测点位') });
      const visible = await service.findVisible(context, model.key, String(id));
      if (visible === undefined) throw new AnlanError('notFound', { what: model.title });
      const [from, to] = rangeOf(range);
      return database.withTenant(context.tenantId, (connection) => readCurve(connection, String(id), from, to));
    },
  });
}

function rangeOf({ from, to }: Readonly<Record<string, unknown>>): readonly [number, number] {
  const [first, last] = [from, to].map((one) =>
    typeof one === 'string' && /^\d{1,15}$/.test(one) ? Number(one) : NaN,
  );
  if (first === undefined || last === undefined || !(first < last)) {
    throw invalidInput([{ pointer: '/from', msg: say('时间范围须是毫秒数，开始早于结束') }]);
  }
  if (last - first > LONGEST_CURVE) throw invalidInput([{ pointer: '/to', msg: say('曲线最长31天') }]);
  return [first, last];
}
