// @vitest-environment jsdom
import { act } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { mounted } from '../../../tests/fixtures/mounted.ts';
import type { ActionPlan } from '../../compile/toolbar/compile-toolbar.ts';
import type { WireRecord } from '../../core/wire/contract.ts';
import { useSiteStep } from './useSiteStep.ts';

const asked = vi.hoisted(() => ({
  answer: vi.fn(),
  around: { page: { model: {}, callPage: 'rows' } },
  fix: { lng: 121.47, lat: 31.23, accuracy: 8, at: 0 },
}));
vi.mock('../EntityContext.ts', () => ({ useEntityPage: () => asked.around }));
vi.mock('../calls/entity-calls.ts', () => ({ fetchRecord: asked.answer }));
vi.mock('../../ui/place/find-place.ts', () => ({ findPlace: async () => ({ ...asked.fix, at: Date.now() }) }));

const page = mounted();
const plan = { key: 'sign', sited: true } as unknown as ActionPlan;
const row = { id: '7' } as unknown as WireRecord;
const FIX = { lng: 121.47, lat: 31.23, accuracy: 8, time: expect.any(String) };

beforeEach(() => void asked.answer.mockReset());

/** What a step on a record sends of its place, pressed as soon as it is drawn; `answer` is what comes of the record later. */
async function pressed(record: WireRecord, answer: () => Promise<unknown> = async () => ({})) {
  let settle = (): void => undefined;
  const later = new Promise<void>((done) => {
    settle = done;
  });
  asked.answer.mockImplementation(() => later.then(answer));
  let place: ReturnType<typeof useSiteStep>['place'] | undefined;
  function Step() {
    place = useSiteStep(plan, record).place;
    return null;
  }
  page.draw(<Step />);
  let sent: unknown = 'nothing yet';
  const sending = place?.().then((found) => {
    sent = found;
  });
  await act(async () => void (await Promise.resolve()));
  const before = sent;
  await act(async () => {
    settle();
    await sending;
  });
  return { before, sent };
}

it('lets a press wait for what is asked of a row, and sends where the person is', async () => {
  const { before, sent } = await pressed(row, async () => ({
    asks: { sign: { place: { name: '罐区', tag: false } } },
  }));
  expect([before, sent]).toEqual(['nothing yet', { onSite: FIX }]);
});

it('sends no place where none is asked, and leaves it to the server where nobody says', async () => {
  expect((await pressed(row, async () => ({ asks: { sign: {} } }))).sent).toEqual({});
  expect((await pressed(row, () => Promise.reject(new Error('away')))).sent).toEqual({ onSite: FIX });
});

it('asks nobody where the record says it itself', async () => {
  const record = { id: '8', asks: { sign: { place: { name: '罐区', tag: false } } } } as unknown as WireRecord;
  expect((await pressed(record)).sent).toEqual({ onSite: FIX });
  expect(asked.answer).not.toHaveBeenCalled();
});
