import { expect, it } from 'vitest';
import { startWorld } from './world.ts';

it('starts a gateway for each connector, whose behaviour can be changed while it runs', async () => {
  const world = await startWorld(18_390);
  try {
    expect(world.lines).toHaveLength(5);
    const url = 'http://127.0.0.1:18391';
    const changed = await fetch(`${url}/behaviour`, { method: 'POST', body: 'html' });
    expect(await changed.json()).toEqual({ behaviour: 'html' });
    expect((await fetch(`${url}/behaviour`, { method: 'POST', body: 'dance' })).status).toBe(400);
    const answer = await fetch(`${url}/messages`, {
      method: 'POST',
      headers: { 'anlan-message-id': '1' },
      body: '{"phone":"13800000000"}',
    });
    expect(answer.headers.get('content-type')).toBe('text/html');
    expect(await (await fetch(url)).json()).toMatchObject({ arrivals: [{ id: '1', signed: false }], accepted: [] });
  } finally {
    await world.close();
  }
});
