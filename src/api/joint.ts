import type {
  DashboardAnswer,
  JointAnswer,
  JointPageHead,
  MapAnswer,
  RecordFileAnswer,
  UnionAnswer,
} from '../core/wire/joint.ts';
import { request, requestFile } from './client.ts';
import { saveBlob } from './files.ts';

/** The frame of a page of no single entity. Throws ApiError, which is not shown. */
export function fetchJointPage(code: string, signal?: AbortSignal): Promise<JointPageHead> {
  return request({ service: 'system', path: 'joint/page', query: { code }, signal, quiet: true });
}

/** What a union is narrowed to. */
interface UnionQuery {
  readonly member?: string | undefined;
  readonly keyword?: string | undefined;
  /** Where a piece begins, as the one before said. */
  readonly after?: string | undefined;
}

/** A piece of a union. Throws likewise. */
export async function fetchUnion(code: string, query: UnionQuery, signal?: AbortSignal): Promise<UnionAnswer> {
  const path = 'joint/records';
  return ofKind(await request({ service: 'system', path, query: { code, ...query }, signal, quiet: true }), 'union');
}

/** Milliseconds that a spreadsheet may take. */
const LONG = 600_000;

/** Hands a union, narrowed as it is shown, to the browser's downloads as a spreadsheet. Throws ApiError, which was shown. */
export async function downloadUnion(
  code: string,
  { member, keyword }: Omit<UnionQuery, 'after'>,
  name: string,
): Promise<void> {
  const query = { code, member, keyword };
  saveBlob(await requestFile({ service: 'system', path: 'joint/export', query, timeout: LONG }), name);
}

/** The tiles of a dashboard. Throws likewise. */
export async function fetchDashboard(code: string, signal?: AbortSignal): Promise<DashboardAnswer> {
  const path = 'joint/records';
  return ofKind(await request({ service: 'system', path, query: { code }, signal, quiet: true }), 'dashboard');
}

/** Milliseconds that a screen on a wall waits for its figures. */
const PATIENCE = 8_000;

/**
 * The tiles of a dashboard that are shown without login. Throws likewise.
 * @param tenantId default the default company.
 */
export async function fetchOpenDashboard(
  code: string,
  tenantId: string | undefined,
  signal?: AbortSignal,
): Promise<DashboardAnswer> {
  const query = { code, tenantId };
  const call = { service: 'system', path: 'joint/open', query, signedIn: false, quiet: true } as const;
  return ofKind(await request({ ...call, timeout: PATIENCE, signal }), 'dashboard');
}

/** A record's file. Throws likewise. */
export async function fetchRecordFile(code: string, record: string, signal?: AbortSignal): Promise<RecordFileAnswer> {
  const path = 'joint/records';
  return ofKind(await request({ service: 'system', path, query: { code, record }, signal, quiet: true }), 'file');
}

/**
 * Places on a map. Throws likewise.
 * @param box where one looks, `west,south,east,north` in degrees. Default everywhere.
 */
export async function fetchMap(code: string, box: string | undefined, signal?: AbortSignal): Promise<MapAnswer> {
  const path = 'joint/records';
  return ofKind(await request({ service: 'system', path, query: { code, box }, signal, quiet: true }), 'map');
}

type AnswerOf<View> = Extract<JointAnswer, { readonly view: View }>;

/** The answer as that of a kind; a page that became another kind meanwhile is read anew by its frame. */
function ofKind<View extends JointAnswer['view']>(answer: JointAnswer, view: View): AnswerOf<View> {
  if (!isOfKind(answer, view)) throw new Error(`a page of the kind ${view} was answered as ${answer.view}`);
  return answer;
}

const isOfKind = <View extends JointAnswer['view']>(answer: JointAnswer, view: View): answer is AnswerOf<View> =>
  answer.view === view;
