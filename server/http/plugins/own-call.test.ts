import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { registerOwnCall } from './own-call.ts';

it('answers what the wire has for the path, in the envelope', async () => {
  const app = Fastify();
  registerOwnCall(app, 'x', {
    service: 'auth',
    path: 'oauth/handover',
    method: 'POST',
    handle: async () => ({ code: 'a', port: 1 }),
  });
  registerOwnCall(app, 'x', {
    service: 'auth',
    path: 'oauth/logout',
    method: 'GET',
    message: () => '再见',
    handle: async () => null,
  });
  // What must not compile is said to the compiler: where it does compile, `npm run types` fails at the line.
  registerOwnCall(app, 'x', {
    service: 'auth',
    path: 'oauth/captcha',
    method: 'GET',
    // @ts-expect-error a picture has a key
    handle: async () => ({ image: '' }),
  });
  const handover = await app.inject({ method: 'POST', url: '/api/x-auth/oauth/handover' });
  expect(handover.json()).toEqual({ code: 200, success: true, data: { code: 'a', port: 1 }, msg: '操作成功' });
  expect((await app.inject('/api/x-auth/oauth/logout')).json()).toMatchObject({ data: null, msg: '再见' });
});
