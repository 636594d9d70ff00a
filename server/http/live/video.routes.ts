import { type IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type WebSocket, WebSocketServer } from 'ws';
import type { OpenApiExtra } from '../../../src/compile/openapi/calls.ts';
import { AnlanError } from '../../../src/core/errors/catalogue.ts';
import { readHeadersProtocol, VIDEO_PROTOCOL, type VideoMessage } from '../../../src/core/video/watch.ts';
import type { Authenticate } from '../../access/sign-in/authenticate.ts';
import type { CallContext } from '../../ground/context.ts';
import { inLanguage, requestLanguage } from '../../ground/language/language.ts';
import {
  answerOfCamera,
  CameraFault,
  type CameraFaultKind,
  faultText,
  mayPass,
} from '../../live/video/camera-faults.ts';
import { CAMERA_ENTITY } from '../../live/video/read-camera.ts';
import type { Video, Watch } from '../../live/video/video.ts';
import type { EventHub } from '../realtime/hub.ts';

interface VideoRoutes {
  readonly video: Video;
  readonly hub: EventHub;
  readonly servicePrefix: string;
  readonly authenticate: Authenticate;
}

/** Live pictures of one session: sixteen tiles, one of them large beside, in two windows. */
const MOST_SOCKETS = 40;
/** Milliseconds between two signs of life; whoever gives none until the next is let go. */
const BEAT = 20_000;

const callPath = (prefix: string, path: string) => `/api/${prefix}-rhd/video/${path}`;

/** Address of a part of a playlist, as a browser asks for it. */
export function videoPartPath(prefix: string, kind: 'playlist' | 'segment', id: string, part: string): string {
  return `${callPath(prefix, kind)}?${new URLSearchParams({ id, part })}`;
}

/** The calls of cameras, for OpenAPI. */
export function videoOperations(prefix: string): readonly OpenApiExtra[] {
  const call = (name: string, title: string, answer: string, part?: string): OpenApiExtra => ({
    name: `video_${name}`,
    method: 'GET',
    path: callPath(prefix, name),
    title,
    group: '实时数据',
    open: false,
    arguments: {
      id: { title: '视频设备', required: true },
      ...(part === undefined ? {} : { part: { title: part, required: name === 'segment' } }),
    },
    body: false,
    answer,
  });
  return [
    call('still', '摄像机的定时画面', 'image/jpeg，宽约300像素；取不到时为原因'),
    call('live', '摄像机的实时画面（WebSocket）', '先是begin：画面的形式；此后是画面本身；end：结束的原因'),
    call(
      'playlist',
      '摄像机的HLS播放列表',
      'application/vnd.apple.mpegurl，其中的地址只有服务端认得',
      '所列的播放列表',
    ),
    call('segment', '摄像机的HLS片段', '片段的内容', '所列的片段'),
  ];
}

/** Registers stills, live pictures and playlists of cameras on a port. */
export function registerVideo(app: FastifyInstance, options: VideoRoutes): void {
  const { video, servicePrefix, authenticate } = options;
  const get = (
    path: string,
    handle: (context: CallContext, query: VideoQuery, reply: FastifyReply) => Promise<unknown>,
  ) =>
    app.get(callPath(servicePrefix, path), async (request, reply) => {
      const context = await authenticate(request);
      try {
        return await handle(context, queryOf(request), reply);
      } catch (error) {
        throw answerOfCamera(error);
      }
    });

  get('still', async (context, { id }, reply) =>
    reply.type('image/jpeg').send(Buffer.from(await video.still(context, id))),
  );
  get('playlist', async (context, { id, part }, reply) =>
    reply.type('application/vnd.apple.mpegurl').send(await video.playlist(context, id, part)),
  );
  get('segment', async (context, { id, part = '' }, reply) =>
    reply.type('application/octet-stream').send(await video.segment(context, id, part)),
  );
  registerSocket(app, options);
}

interface VideoQuery {
  readonly id: string;
  readonly part: string | undefined;
}

function queryOf(request: FastifyRequest): VideoQuery {
  const { id, part } = request.query as Readonly<Record<string, unknown>>;
  return { id: typeof id === 'string' ? id : '', part: typeof part === 'string' && part !== '' ? part : undefined };
}

/** A connection that is to become a socket. */
interface Upgrade {
  readonly connection: Duplex;
  readonly head: Buffer;
}

/**
 * The socket goes through the router like any call, so that its hooks see it and `authenticate` says who it is. Other
 * requests that would rather speak something else are served as they are.
 */
function registerSocket(app: FastifyInstance, options: VideoRoutes): void {
  const path = callPath(options.servicePrefix, 'live');
  const upgrades = new WeakMap<IncomingMessage, Upgrade>();
  const sockets = new Map<WebSocket, string>();
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: 1_024,
    perMessageDeflate: false,
    handleProtocols: () => VIDEO_PROTOCOL,
  });
  const isSocket = ({ url = '' }: IncomingMessage) => url.split('?', 1)[0] === path;
  const ports = app.server as Server & { shouldUpgradeCallback?: (request: IncomingMessage) => boolean };
  ports.shouldUpgradeCallback = isSocket;
  ports.on('upgrade', (request, connection, head) => {
    connection.on('error', () => connection.destroy());
    if (!isSocket(request)) {
      connection.destroy();
      return;
    }
    const protocols = (request.headers['sec-websocket-protocol'] ?? '').split(/\s*,\s*/);
    Object.assign(
      request.headers,
      protocols.map(readHeadersProtocol).find((headers) => headers !== undefined),
    );
    upgrades.set(request, { connection, head });
    const response = new ServerResponse(request);
    response.shouldKeepAlive = false;
    response.assignSocket(connection as Parameters<ServerResponse['assignSocket']>[0]);
    response.once('finish', () => connection.end());
    app.routing(request, response);
  });

  app.get(path, async (request: FastifyRequest, reply: FastifyReply) => {
    const upgrade = upgrades.get(request.raw);
    if (upgrade === undefined) {
      // Asked as a plain call it says who may, and no more.
      await options.authenticate(request);
      throw new AnlanError('malformedRequest');
    }
    reply.hijack();
    server.handleUpgrade(request.raw, upgrade.connection, upgrade.head, (socket) => {
      socket.on('error', () => socket.terminate());
      void inLanguage(requestLanguage(request), () => serveSocket(request, socket, sockets, options));
    });
  });
  app.addHook('preClose', async () => {
    for (const socket of sockets.keys()) socket.terminate();
    server.close();
  });
}

async function serveSocket(
  request: FastifyRequest,
  socket: WebSocket,
  sockets: Map<WebSocket, string>,
  { video, hub, authenticate }: VideoRoutes,
): Promise<void> {
  const { id } = queryOf(request);
  const language = requestLanguage(request);
  const say = (message: VideoMessage) => socket.readyState === socket.OPEN && socket.send(JSON.stringify(message));
  const end = (fault: CameraFaultKind, msg = inLanguage(language, () => faultText(fault))) => {
    say({ type: 'end', again: mayPass(fault), msg });
    socket.close(1_000);
    setTimeout(() => socket.terminate(), 2_000).unref();
  };
  let watch: Watch | undefined;
  let removed = () => {};
  socket.once('close', () => {
    sockets.delete(socket);
    clearInterval(beats);
    watch?.leave();
    removed();
  });
  let lives = true;
  socket.on('pong', () => {
    lives = true;
  });
  const beats = setInterval(() => {
    if (!lives) socket.terminate();
    lives = false;
    socket.ping();
  }, BEAT);
  beats.unref();
  try {
    const { caller, tenantId } = await authenticate(request);
    const { sessionId } = caller;
    sockets.set(socket, sessionId);
    const own = [...sockets.values()].filter((session) => session === sessionId).length;
    if (own > MOST_SOCKETS) throw new CameraFault('busy');
    watch = await video.watch(id, () => authenticate(request), {
      say,
      send: (bytes) => socket.readyState === socket.OPEN && socket.send(bytes),
      unsent: () => socket.bufferedAmount,
      end,
    });
    const remove = await hub.add({
      tenantId,
      userId: caller.userId,
      sessionId,
      records: [{ entityKey: CAMERA_ENTITY, recordId: id }],
      entities: [],
      beside: true,
      authenticate: () => authenticate(request),
      send: ({ topic }) => (topic === 'record' ? watch?.confirm() : undefined),
      beat: () => {},
      end: (reason) => end(reason === 'stopping' ? 'stopping' : 'session'),
    });
    removed = () => void remove();
    // It may have closed while the person was asked for.
    if (socket.readyState === socket.CLOSED) {
      watch.leave();
      removed();
    }
  } catch (error) {
    if (error instanceof CameraFault) end(error.kind);
    else if (error instanceof AnlanError && error.status < 500)
      end(error.status === 404 ? 'gone' : 'session', error.message);
    else {
      request.log.error({ err: error }, '实时画面未能开始');
      end('away');
    }
  }
}
