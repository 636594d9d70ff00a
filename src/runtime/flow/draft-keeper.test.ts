// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError } from '../../api/faults.ts';
import { createDraftKeeper, type Kept } from './draft-keeper.ts';
import { fetchDraft, removeDraft, saveDraft, saveDraftOnLeaving } from './flow-calls.ts';
import { parseVoteDraft, type VoteDraft, voteDrafts } from './vote-draft.ts';

vi.mock('./flow-calls.ts', () => ({
  fetchDraft: vi.fn(),
  saveDraft: vi.fn(),
  saveDraftOnLeaving: vi.fn(),
  removeDraft: vi.fn(),
}));

const SAVED = '2026-11-20 09:00:00';
const person = { tenantId: '1', account: 'a' };
const here = voteDrafts(person, 't1');
const of = { taskId: 't1' };
const draft = (opinion: string): VoteDraft => ({ opinion, files: [] });
const failed = (status: number) => new ApiError({ status, msg: '失败' });

let current: VoteDraft | undefined;
let kept: Kept[];

function keeperOf() {
  return createDraftKeeper({
    of,
    here,
    parse: parseVoteDraft,
    timeZone: 'Asia/Shanghai',
    current: () => current,
    onKept: (what) => kept.push(what),
  });
}

/** Types, and lets typing rest. */
async function type(keeper: ReturnType<typeof keeperOf>, opinion: string): Promise<void> {
  current = draft(opinion);
  keeper.touch();
  await vi.advanceTimersByTimeAsync(800);
}

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers({ now: new Date('2026-11-20T00:00:00Z') });
  vi.mocked(fetchDraft).mockReset().mockResolvedValue(null);
  vi.mocked(saveDraft).mockReset().mockResolvedValue({ savedAt: SAVED });
  vi.mocked(saveDraftOnLeaving).mockReset();
  vi.mocked(removeDraft).mockReset().mockResolvedValue();
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  current = undefined;
  kept = [];
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('while the server answers', () => {
  test('what is typed is kept there once typing rests, and the same text once', async () => {
    const keeper = keeperOf();
    current = draft('同');
    keeper.touch();
    await vi.advanceTimersByTimeAsync(799);
    expect(saveDraft).not.toHaveBeenCalled();
    await type(keeper, '同意');
    expect(vi.mocked(saveDraft).mock.calls).toEqual([[of, draft('同意')]]);
    expect(kept).toEqual([{ where: 'server', time: SAVED }]);
    await type(keeper, '同意');
    expect(saveDraft).toHaveBeenCalledTimes(1);
    expect(here.read()).toBeUndefined();
  });

  test('nothing is kept where nothing was entered', async () => {
    const keeper = keeperOf();
    keeper.touch();
    await vi.advanceTimersByTimeAsync(2_000);
    keeper.leave();
    keeper.close();
    expect([saveDraft, saveDraftOnLeaving].map((call) => vi.mocked(call).mock.calls)).toEqual([[], []]);
  });

  test('the draft of another machine is found, and is not sent back unchanged', async () => {
    vi.mocked(fetchDraft).mockResolvedValue({ content: draft('写到一半'), savedAt: SAVED });
    const keeper = keeperOf();
    expect(await keeper.load()).toEqual({ ...draft('写到一半'), time: SAVED });
    await type(keeper, '写到一半');
    expect(saveDraft).not.toHaveBeenCalled();
  });

  test('what is typed when the form closes, and when the page does, is kept', async () => {
    const keeper = keeperOf();
    current = draft('关表单');
    keeper.close();
    await vi.advanceTimersByTimeAsync(0);
    expect(saveDraft).toHaveBeenLastCalledWith(of, draft('关表单'));
    current = draft('关页面');
    keeper.leave();
    expect(saveDraftOnLeaving).toHaveBeenLastCalledWith(of, draft('关页面'));
    // A browser sends only so much while it closes a page.
    current = draft('长'.repeat(20_000));
    keeper.leave();
    expect(saveDraftOnLeaving).toHaveBeenCalledTimes(1);
    expect(here.read()?.opinion).toHaveLength(20_000);
  });

  test('a pause waits for what is on its way, and nothing is kept until it ends', async () => {
    const { promise, resolve: answer } = Promise.withResolvers<{ savedAt: string }>();
    vi.mocked(saveDraft).mockReturnValueOnce(promise);
    const keeper = keeperOf();
    await type(keeper, '第一句');
    let paused = false;
    const waiting = keeper.pause().then(() => (paused = true));
    await type(keeper, '第二句');
    expect([paused, vi.mocked(saveDraft).mock.calls.length]).toEqual([false, 1]);
    answer({ savedAt: SAVED });
    await waiting;
    keeper.resume();
    await vi.advanceTimersByTimeAsync(800);
    expect(saveDraft).toHaveBeenLastCalledWith(of, draft('第二句'));
  });

  test('what was sent is not kept again, and what is thrown away goes on the server too', async () => {
    const sent = keeperOf();
    await type(sent, '同意');
    sent.forget();
    await type(sent, '同意延期');
    sent.close();
    expect(saveDraft).toHaveBeenCalledTimes(1);
    const thrown = keeperOf();
    thrown.remove();
    await vi.advanceTimersByTimeAsync(0);
    expect(removeDraft).toHaveBeenCalledWith(of);
  });
});

describe('while the server cannot be reached', () => {
  test('it is kept on this machine, found again, and goes to the server when that answers', async () => {
    vi.mocked(saveDraft).mockRejectedValue(failed(0));
    const keeper = keeperOf();
    await type(keeper, '离线写的');
    expect(kept).toEqual([{ where: 'here', time: '2026-11-20 08:00:00' }]);
    expect(here.read()).toMatchObject(draft('离线写的'));
    // Nothing is sent while the page closes: nobody would hear it.
    current = draft('离线写的，再写');
    keeper.leave();
    expect(saveDraftOnLeaving).not.toHaveBeenCalled();

    vi.mocked(fetchDraft).mockRejectedValueOnce(failed(0));
    const later = keeperOf();
    expect(await later.load()).toMatchObject({ opinion: '离线写的，再写', time: '2026-11-20 08:00:00' });
    vi.mocked(saveDraft).mockResolvedValue({ savedAt: SAVED });
    later.touch();
    await vi.advanceTimersByTimeAsync(800);
    expect(saveDraft).toHaveBeenLastCalledWith(of, draft('离线写的，再写'));
    expect(here.read()).toBeUndefined();
  });

  test('a machine that knows it is offline keeps here what is typed when the page closes', () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const keeper = keeperOf();
    current = draft('断网');
    keeper.leave();
    expect(saveDraftOnLeaving).not.toHaveBeenCalled();
    expect(here.read()).toMatchObject(draft('断网'));
  });

  test('of two drafts the later one is offered', async () => {
    here.keep(draft('这台机器'));
    vi.mocked(fetchDraft).mockResolvedValue({ content: draft('服务器'), savedAt: '2026-11-20 07:59:59' });
    expect(await keeperOf().load()).toMatchObject(draft('这台机器'));
    vi.mocked(fetchDraft).mockResolvedValue({ content: draft('服务器'), savedAt: '2026-11-20 08:00:01' });
    expect(await keeperOf().load()).toMatchObject(draft('服务器'));
    expect(here.read()).toBeUndefined();
  });

  test.each([403, 404])('a refusal with %i ends the trying: the form has no use any more', async (status) => {
    vi.mocked(saveDraft).mockRejectedValue(failed(status));
    const keeper = keeperOf();
    await type(keeper, '写给谁');
    keeper.close();
    await vi.advanceTimersByTimeAsync(0);
    expect([vi.mocked(saveDraft).mock.calls.length, here.read(), kept]).toEqual([1, undefined, []]);
  });
});
