import { afterAll, beforeAll, expect, it } from 'vitest';
import { PREFERENCE_LIMITS, type Preferences } from '../../src/core/wire/preferences.ts';
import { callAs } from '../fixtures/call-as.ts';
import { type SignedIn, startTestServer, type TestServer } from '../fixtures/test-server.ts';

let server: TestServer;
let officer: SignedIn;
let other: SignedIn;

beforeAll(async () => {
  server = await startTestServer();
  officer = await server.signIn('safetyOfficer');
  other = await server.signIn('second');
});
afterAll(() => server?.stop());

const list = async (person: SignedIn) =>
  (await callAs<Preferences>(server.main, person, 'GET', 'system/preference/list')).data;
const save = (person: SignedIn, name: string, value: string) =>
  callAs<boolean>(server.main, person, 'POST', 'system/preference/save', { name, value });

it('keeps what a person has chosen with him alone, until it is emptied', async () => {
  expect((await save(officer, 'design.tour', 'seen')).data).toBe(true);
  expect((await save(officer, 'design.tour', 'again')).data).toBe(true);
  expect(await list(officer)).toEqual({ 'design.tour': 'again' });
  expect(await list(other)).toEqual({});
  // The same person comes with another session, from another machine.
  expect(await list(await server.signIn('safetyOfficer'))).toEqual({ 'design.tour': 'again' });
  await save(officer, 'design.tour', '');
  expect(await list(officer)).toEqual({});
});

it('refuses names and values that it cannot keep, by name', async () => {
  for (const name of ['1a', 'a b', `a${'b'.repeat(PREFERENCE_LIMITS.name)}`]) {
    expect((await save(officer, name, 'x')).errors).toEqual([
      { pointer: '/name', msg: expect.stringContaining('名称须以字母开头') },
    ]);
  }
  const long = 'x'.repeat(PREFERENCE_LIMITS.value);
  expect((await save(officer, 'long', `${long}x`)).status).toBe(400);
  expect((await save(officer, 'long', long)).data).toBe(true);
  await save(officer, 'long', '');
  for (let index = 0; index < PREFERENCE_LIMITS.count; index += 1) await save(officer, `a${index}`, 'x');
  expect((await save(officer, 'one-more', 'x')).errors?.[0]?.msg).toBe(`最多保存${PREFERENCE_LIMITS.count}项`);
  expect((await save(officer, 'a0', 'y')).status).toBe(200);
});
