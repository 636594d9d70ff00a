import { App } from 'antd';
import { useEffect, useMemo, useRef, useState } from 'react';
import { ApiError } from '../../api/faults.ts';
import { currentTenantId, session } from '../../api/session.ts';
import { siteConfig } from '../../api/site.ts';
import { clauses, sentences } from '../../core/text/punctuate.ts';
import type { ApproveInfo, VoteAsks } from '../../core/wire/approval.ts';
import type { WireFault } from '../../core/wire/contract.ts';
import { attachIdOf } from '../../field-types/upload/definition.ts';
import { createSubmitKeys } from '../form/submit-key.ts';
import { type SiteProof, useSiteProof } from '../site/useSiteProof.ts';
import { checkBallot } from './check-ballot.ts';
import { createDraftKeeper, type DraftKeeper } from './draft-keeper.ts';
import { type BallotInput, completeTask, fetchFlowHistory } from './flow-calls.ts';
import { awaitedSteps, namesText } from './next-step.ts';
import { flowText } from './text.ts';
import { parseVoteDraft, type VoteDraft, voteDrafts } from './vote-draft.ts';

/** What a person decides with: text, files, a drawn signature. */
interface VoteController {
  readonly opinion: string;
  readonly setOpinion: (text: string) => void;
  readonly files: unknown;
  readonly setFiles: (files: unknown) => void;
  readonly signature: string | undefined;
  readonly setSignature: (image: string | undefined) => void;
  /** Where the person is; undefined where no place is asked. */
  readonly site: SiteProof | undefined;
  /** Message of a field: `opinion`, `files`, `signature`. */
  readonly fault: (key: string) => string | undefined;
  /** What went wrong that belongs to no field. */
  readonly problem: string | undefined;
  readonly busy: BallotInput['result'] | undefined;
  readonly decide: (result: BallotInput['result']) => void;
}

/** State of a decision without its view. `onDone` is called when it was taken, or when another was quicker. */
export function useVoteController(info: ApproveInfo, onDone: () => void): VoteController {
  const { message } = App.useApp();
  const asks: VoteAsks = info.vote;
  const site = useSiteProof(info.mayVote && info.blocked === null ? (asks.place ?? undefined) : undefined);
  const [opinion, setOpinion] = useState('');
  const [files, setFiles] = useState<unknown>(null);
  const [signature, setSignature] = useState<string>();
  const [faults, setFaults] = useState<readonly WireFault[]>([]);
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState<BallotInput['result']>();
  const keys = useMemo(createSubmitKeys, []);
  const inFlight = useRef(false);
  const keeping = useRef<DraftKeeper<VoteDraft>>(undefined);
  /** What the person has written here; undefined until he does. */
  const written = useRef<VoteDraft>(undefined);
  const { taskId, mayVote } = info;

  useEffect(() => {
    if (taskId === null || !mayVote) return undefined;
    const person = { tenantId: currentTenantId(), account: session().userInfo?.account ?? '' };
    const keeper = createDraftKeeper({
      of: { taskId },
      here: voteDrafts(person, taskId),
      parse: parseVoteDraft,
      timeZone: siteConfig().timeZone,
      current: () => written.current,
    });
    keeping.current = keeper;
    let gone = false;
    void keeper.load().then((draft) => {
      // What was written while the draft was on its way is newer than it.
      if (gone || draft === undefined || written.current !== undefined) return;
      written.current = { opinion: draft.opinion, files: draft.files };
      setOpinion(draft.opinion);
      if (draft.files.length > 0) setFiles(draft.files);
    });
    window.addEventListener('pagehide', keeper.leave);
    window.addEventListener('online', keeper.touch);
    return () => {
      gone = true;
      keeper.close();
      window.removeEventListener('pagehide', keeper.leave);
      window.removeEventListener('online', keeper.touch);
    };
  }, [taskId, mayVote]);

  const write = (change: Partial<VoteDraft>): void => {
    written.current = { opinion, files: Array.isArray(files) ? files : [], ...written.current, ...change };
    keeping.current?.touch();
  };

  const decide = async (result: BallotInput['result']): Promise<void> => {
    if (taskId === null || inFlight.current) return;
    setProblem(undefined);
    const ids = Array.isArray(files) ? files.map((file) => String(attachIdOf(file))) : [];
    const text = opinion.trim();
    const ballot: BallotInput = {
      result,
      ...(text === '' ? {} : { opinion: text }),
      ...(ids.length === 0 ? {} : { files: ids }),
      ...(signature === undefined ? {} : { signature }),
    };
    const wrong = checkBallot(asks, ballot);
    setFaults(wrong);
    if (wrong.length > 0) return;
    inFlight.current = true;
    setBusy(result);
    try {
      // Whoever refuses need not have come.
      const onSite = site === undefined || result === 'reject' ? undefined : await site.take();
      const sent = { ...ballot, ...(onSite === undefined ? {} : { onSite }) };
      // A draft that is on its way must not arrive after the server has forgotten it.
      await keeping.current?.pause();
      // The place may differ by a metre between two attempts of the same decision.
      const answer = await completeTask(taskId, sent, keys.keyOf(taskId, ballot));
      keys.answered();
      keeping.current?.forget();
      void message.success(await doneText(result, answer.status, info.requestId));
      onDone();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status !== 0) keys.answered();
      if (error.status === 409) {
        keeping.current?.remove();
        void message.warning(flowText('vote.decidedByOther', { message: error.msg }));
        onDone();
        return;
      }
      keeping.current?.resume();
      setFaults(error.errors);
      const homeless = error.errors.filter(({ pointer }) => !FIELDS.has(pointer));
      if (error.errors.length === 0) {
        setProblem(error.status === 0 ? sentences(error.msg, flowText('ask.lost')) : error.msg);
      } else if (homeless.length > 0) setProblem(clauses(homeless.map(({ msg }) => msg)));
    } finally {
      inFlight.current = false;
      setBusy(undefined);
    }
  };

  return {
    opinion,
    setOpinion: (text) => {
      setOpinion(text);
      write({ opinion: text });
      setFaults((before) => before.filter(({ pointer }) => pointer !== '/opinion'));
    },
    files,
    setFiles: (chosen) => {
      setFiles(chosen);
      write({ files: Array.isArray(chosen) ? chosen : [] });
    },
    signature,
    setSignature: (image) => {
      setSignature(image);
      setFaults((before) => before.filter(({ pointer }) => pointer !== '/signature'));
    },
    site,
    fault: (key) => faults.find(({ pointer }) => pointer === `/${key}`)?.msg,
    problem,
    busy,
    decide: (result) => void decide(result),
  };
}

const FIELDS: ReadonlySet<string> = new Set(['/opinion', '/files', '/signature']);

async function doneText(
  result: BallotInput['result'],
  status: 'open' | 'granted' | 'rejected',
  requestId: string,
): Promise<string> {
  if (result === 'reject') return flowText('vote.rejected');
  // A vote for it may still be the one by which a level fails.
  if (status === 'rejected') return flowText('vote.passedRefused');
  if (status === 'granted') return flowText('vote.passedAll');
  // The decision is taken; who is next is only good to know.
  const [history] = await fetchFlowHistory({ requestId }).catch(() => []);
  const awaited = history === undefined ? [] : awaitedSteps(history);
  const [next] = awaited;
  return next === undefined
    ? flowText('vote.passed')
    : flowText('vote.passedNext', {
        level: next.levelTitle ?? '',
        people: namesText(awaited.map(({ userName }) => userName)),
      });
}
