import { useEffect, useMemo, useRef, useState } from 'react';
import { ApiError } from '../../../api/faults.ts';
import { readJson } from '../../../core/dialect/read-json.ts';
import type { DraftFinding, SharedTexts } from '../../../core/wire/page.ts';
import { useDebounced } from '../../../field-types/use-loaded.ts';
import type { EntityPageModel } from '../../../runtime/model/page-model.ts';
import {
  BARE,
  buildDraft,
  DraftShapeError,
  draftEntity,
  NOTHING_SHARED,
  type Surroundings,
} from '../../../runtime/preview/draft-model.ts';
import { lintText } from '../../../runtime/preview/lint-call.ts';
import { playgroundText } from './texts.ts';

/** Milliseconds that typing rests before the form is made again. */
const BUILD_DEBOUNCE = 200;
/** Milliseconds that typing rests before the server checks the text. */
const LINT_DEBOUNCE = 500;

/** What is known of a text that is being written. */
export interface JudgedDraft {
  /** The form of the text, or of the last text that had one; undefined before the first. */
  readonly page: EntityPageModel | undefined;
  /** Whether `page` is older than the text, because the text has none. */
  readonly stale: boolean;
  /** What is wrong: of broken JSON at once, all else as the server finds it. */
  readonly findings: readonly DraftFinding[];
  /** Whether the server has not yet said what it thinks of the present text. */
  readonly asking: boolean;
  /** Why the server could not say. */
  readonly unchecked: string | undefined;
  /** Undefined before the first answer: whether this person may use the playground. */
  readonly allowed: boolean | undefined;
}

/** Follows a text: reads it at once, makes its form and has it checked when typing rests; what was opened at once. */
export function useDraft(text: string, opened: string, roles: readonly string[] | null): JudgedDraft {
  const lint = useLint(text);
  const faults = useMemo(() => jsonFaults(text), [text]);
  const debounced = useDebounced(text, BUILD_DEBOUNCE);
  const rested = text === opened ? text : debounced;
  const { surroundings, shared } = lint;
  const built = useMemo(() => build(rested, { surroundings, shared }, roles), [rested, surroundings, shared, roles]);
  const last = useRef<EntityPageModel>(undefined);
  if (built.page !== undefined) last.current = built.page;
  const findings = faults.length > 0 ? faults : lint.checked === text ? lint.findings : placed(text, lint.findings);
  const shape: readonly DraftFinding[] =
    findings.length > 0 || built.message === undefined || rested !== text
      ? []
      : [
          {
            pointer: '',
            message: playgroundText('build.failed', { message: built.message }),
            fix: '',
            severity: 'error',
          },
        ];
  return {
    page: built.page ?? last.current,
    stale: built.page === undefined || faults.length > 0,
    findings: shape.length > 0 ? shape : findings,
    asking: lint.checked !== text && faults.length === 0,
    unchecked: lint.failure,
    allowed: lint.allowed,
  };
}

function build(
  text: string,
  { surroundings, shared }: { readonly surroundings: Surroundings; readonly shared: SharedTexts },
  roles: readonly string[] | null,
): { readonly page?: EntityPageModel; readonly message?: string } {
  const json = readJson(text);
  if ('fault' in json) return {};
  try {
    return { page: buildDraft(draftEntity(json.value, shared), surroundings, roles) };
  } catch (error) {
    // Whatever an unfinished text makes of the builder, the last form stays.
    if (error instanceof DraftShapeError) return { message: error.message };
    return { message: error instanceof Error ? error.message : String(error) };
  }
}

function jsonFaults(text: string): readonly DraftFinding[] {
  const json = readJson(text);
  if ('value' in json) return [];
  const { message, pointer, position } = json.fault;
  return [{ pointer, message, fix: '', severity: 'error', ...position }];
}

/** Findings of an earlier text at the places where their pointers stand now. */
function placed(text: string, findings: readonly DraftFinding[]): readonly DraftFinding[] {
  const json = readJson(text);
  if ('fault' in json) return findings;
  return findings.flatMap((finding) => {
    const position = json.position(finding.pointer);
    return position === undefined ? [] : [{ ...finding, ...position }];
  });
}

interface LintState {
  readonly checked: string | undefined;
  readonly findings: readonly DraftFinding[];
  readonly surroundings: Surroundings;
  readonly shared: SharedTexts;
  readonly failure: string | undefined;
  readonly allowed: boolean | undefined;
}

function useLint(text: string): LintState {
  const [state, setState] = useState<LintState>({
    checked: undefined,
    findings: [],
    surroundings: BARE,
    shared: NOTHING_SHARED,
    failure: undefined,
    allowed: undefined,
  });
  const first = useRef(true);
  useEffect(() => {
    const abort = new AbortController();
    const ask = () => {
      first.current = false;
      lintText(text, abort.signal).then(
        ({ findings, surroundings, shared }) =>
          setState((before) => ({
            checked: text,
            findings,
            // The same again must not make the form again.
            surroundings: surroundings === null ? before.surroundings : sameOr(before.surroundings, surroundings),
            shared: sameOr(before.shared, shared),
            failure: undefined,
            allowed: true,
          })),
        (error: unknown) => {
          if (abort.signal.aborted) return;
          const forbidden = error instanceof ApiError && error.status === 403;
          const failure = error instanceof ApiError ? error.msg : String(error);
          setState((before) => ({ ...before, checked: text, findings: [], failure, allowed: !forbidden }));
        },
      );
    };
    // The first answer also says whether one may be here.
    const timer = setTimeout(ask, first.current ? 0 : LINT_DEBOUNCE);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [text]);
  return state;
}

function sameOr<T>(before: T, next: T): T {
  return JSON.stringify(before) === JSON.stringify(next) ? before : next;
}
