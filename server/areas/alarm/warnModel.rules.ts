import { PERIOD_UNITS, periodName } from '../../../src/core/expression/index.ts';
import { defineRules, type RuleActs, type RuleCondition } from '../../../src/core/rules/define-rules.ts';

type Row = Readonly<Record<string, unknown>>;

/** What an indicator says in a result: a row of `itemScores`. */
interface Scored {
  readonly indexId: string;
  readonly indexName: unknown;
  readonly value: number | null;
  readonly unit: unknown;
  /** Null where nothing is counted for it. */
  readonly score: number | null;
  readonly weight: number;
  readonly contribution: number | null;
  readonly reason: string | null;
}

const rowsOf = (value: unknown): readonly Row[] => (Array.isArray(value) ? (value as readonly Row[]) : []);
const numberOf = (value: unknown): number | null =>
  value === null || value === undefined || value === '' ? null : Number(value);
/** Two decimals; sums of hundredths are kept whole by counting in hundredths. */
const hundredths = (value: number): number => Math.round(value * 100) / 100;

/** The score that a value has: the row whose lower bound it reaches and whose upper one it does not. */
function scoreOf(value: number, rows: readonly Row[]): number | null {
  const row = rows.find(({ min, max }) => {
    const [low, high] = [numberOf(min), numberOf(max)];
    return (low === null || value >= low) && (high === null || value < high);
  });
  return row === undefined ? null : numberOf(row.score);
}

/** A value of the whole company from those of its departments. */
function gathered(values: readonly number[], how: unknown): number {
  if (how === 'max') return Math.max(...values);
  const sum = values.reduce((all, value) => all + value, 0);
  return hundredths(how === 'avg' ? sum / values.length : sum);
}

/** What each indicator adds to the index: its weighted score, the largest alone, or all scores until they are 100. */
function contributions(formula: unknown, items: readonly Pick<Scored, 'score' | 'weight'>[]): readonly number[] {
  const scored = items.map(({ score, weight }) => ({ score: score ?? 0, weight }));
  if (formula === 'max') {
    const most = Math.max(...scored.map(({ score }) => score));
    const first = scored.findIndex(({ score }) => score === most);
    return scored.map(({ score }, index) => (index === first ? score : 0));
  }
  if (formula === 'deduct') {
    let left = 100;
    return scored.map(({ score }) => {
      const taken = Math.min(score, left);
      left -= taken;
      return taken;
    });
  }
  return scored.map(({ score, weight }) => hundredths((score * weight) / 100));
}

/** The threshold that holds an index; the topmost one holds its upper bound too. */
function levelOf(w: number, thresholds: readonly Row[]): string {
  const found = thresholds.find(({ min, max }) => w >= Number(min) && (w < Number(max) || Number(max) === 100));
  return String(found?.warnLevel ?? '4');
}

const comparisons: Readonly<Record<string, (value: number, limit: number) => boolean>> = {
  ge: (value, limit) => value >= limit,
  gt: (value, limit) => value > limit,
  le: (value, limit) => value <= limit,
  lt: (value, limit) => value < limit,
};
const signs: Readonly<Record<string, string>> = { ge: '≥', gt: '＞', le: '≤', lt: '＜' };

/** The veto that holds and is the most severe; the level of the index where none is more severe. */
function vetoed(
  level: string,
  vetoes: readonly Row[],
  scored: readonly Scored[],
): { level: string; note: string | null } {
  let worst: { level: string; note: string | null } = { level, note: null };
  for (const veto of vetoes) {
    const item = scored.find(({ indexId }) => indexId === veto.indexId);
    const holds = comparisons[String(veto.compare)];
    if (item === undefined || item.value === null || holds === undefined) continue;
    if (!holds(item.value, Number(veto.limit))) continue;
    if (String(veto.warnLevel) > worst.level && worst.note !== null) continue;
    if (String(veto.warnLevel) >= worst.level && worst.note === null) continue;
    const limit = `${signs[String(veto.compare)]}${Number(veto.limit)}`;
    worst = { level: String(veto.warnLevel), note: `${item.indexName}为${item.value}（${limit}）` };
  }
  return worst;
}

/** The day before, so that a run on the first of a period tells the one that has ended. */
function dayBefore(now: string): string {
  const day = new Date(`${now.slice(0, 10)}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() - 1);
  return day.toISOString().slice(0, 10);
}

/** The period by which an indicator or a model is counted, around a day. */
function periodAround(day: string, cycle: unknown): string {
  return periodName(day, PERIOD_UNITS.find((unit) => unit === cycle) ?? 'month');
}

/**
 * The value of an indicator in its own period around a day, of a department or of the company, or why there is none: a model of
 * months takes a daily indicator as it was on the last day, and one of quarters as far as the quarter has come.
 */
async function readValue(
  acts: RuleActs,
  index: Row,
  day: string,
  deptId: string | null,
): Promise<{ value: number | null; reason: string | null }> {
  const period = periodAround(day, index.cycle);
  const ofDept: RuleCondition = deptId === null ? {} : { dept: deptId };
  if (index.dataMode === 'manual') {
    const scope: RuleCondition = deptId === null ? {} : { deptId };
    const events = await acts.find('dailyEvent', { indexId: String(index.id), ...scope });
    const within = events.filter(
      ({ eventTime }) => periodAround(String(eventTime).slice(0, 10), index.cycle) === period,
    );
    return { value: within.length, reason: null };
  }
  const kept = await acts.find('warnValue', { indexId: String(index.id), period, ...ofDept });
  const values = kept.flatMap(({ value }) => numberOf(value) ?? []);
  if (values.length > 0) return { value: gathered(values, index.gather), reason: null };
  const why = kept.find(({ reason }) => typeof reason === 'string' && reason !== '')?.reason;
  return { value: null, reason: why === undefined ? '这一期没有数据' : String(why) };
}

async function scores(
  acts: RuleActs,
  model: Row,
  day: string,
  deptId: string | null,
  missing: number,
): Promise<readonly Scored[]> {
  const items = rowsOf(model.items);
  const found = await acts.find('warnIndex', { id: items.map(({ indexId }) => String(indexId)) });
  const scored: Scored[] = [];
  for (const { indexId, weight } of items) {
    const index = found.find(({ id }) => id === indexId);
    const said =
      index === undefined
        ? { value: null, reason: '指标已删除' }
        : index.status === '0'
          ? { value: null, reason: '指标已停用' }
          : await readValue(acts, index, day, deptId);
    const score = said.value === null ? null : scoreOf(said.value, rowsOf(index?.scoreRows));
    scored.push({
      ...{ indexId: String(indexId), indexName: index?.indexName ?? null, unit: index?.unit ?? null },
      // What has no value and counts nothing says no number that could be taken for one that was measured.
      ...{ value: said.value, score: score ?? (missing === 0 ? null : missing) },
      ...{ weight: Number(weight), contribution: null },
      reason: said.reason ?? (score === null ? '没有评分标准' : null),
    });
  }
  const added = contributions(model.formula, scored);
  return scored.map((item, index) => ({
    ...item,
    contribution: item.score === null ? null : (added[index] ?? 0),
  }));
}

/** Works out the index of one scope, keeps it, and says of the result before it that it is no longer the newest. */
async function tell(
  acts: RuleActs,
  model: Row & { readonly id: string },
  dept: Row | null,
  now: string,
  missing: number,
): Promise<void> {
  const day = dayBefore(now);
  const period = periodAround(day, model.cycle);
  const deptId = dept === null ? null : String(dept.id);
  const items = await scores(acts, model, day, deptId, missing);
  // Where no indicator says anything there is no index, and no level that would say that all is well.
  const isTold = items.some(({ score }) => score !== null);
  const w = isTold ? hundredths(items.reduce((sum, { contribution }) => sum + (contribution ?? 0), 0)) : null;
  const { level, note } =
    w === null
      ? { level: null, note: null }
      : vetoed(levelOf(w, rowsOf(model.thresholds)), rowsOf(model.vetoRows), items);
  const former = await acts.find('warnResult', { scopeType: String(model.scopeType), deptId, isLatest: '1' });
  const before = numberOf(former.at(-1)?.w);
  for (const { id } of former) await acts.fire('warnResult', String(id), 'outdate');
  await acts.create('warnResult', {
    resultName: `${dept === null ? model.modelName : dept.deptName}预警${period}`,
    ...{ statTime: now, period, modelId: model.id, modelVersion: model.modelVersion, formula: model.formula },
    ...{ scopeType: model.scopeType, deptId, w, warnLevel: level, vetoNote: note, formerW: before },
    trend: before === null || w === null ? null : before === w ? 'flat' : w > before ? 'up' : 'down',
    missingWeight: items.reduce((sum, { value, weight }) => sum + (value === null ? weight : 0), 0),
    ...{ itemScores: items, thresholds: model.thresholds, isLatest: '1' },
  });
}

/**
 * What a model says: W = Σ wᵢ sᵢ / 100 over the period that has just ended or is running, for the company or for each of
 * its departments. A result keeps values, scores, weights and thresholds, so that it reads as it did when the model changes.
 * Departments that are gone are left out; an indicator without a value says why and counts by a setting; where none has
 * one there is no index.
 */
export const rules = defineRules('warnModel', {
  async after({ id, record, transition, now, setting }, acts) {
    if (transition !== 'calculate') return;
    const model = { ...record, id };
    const missing = Number(setting('alarm.missingScore') ?? 0);
    if (record.scopeType !== 'dept') return tell(acts, model, null, now, missing);
    const wanted = Array.isArray(record.scopeIds) ? record.scopeIds.map(String) : [];
    for (const dept of await acts.find('dept', { id: wanted })) await tell(acts, model, dept, now, missing);
  },
});
