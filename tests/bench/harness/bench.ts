/** One figure of a bench, printed as one line of JSON. */
export interface BenchRow {
  /** Name of the figure; it begins with the bench's name. */
  readonly bench: string;
  /** Ours to what it is measured against; below 1 is better where `unit` is a time, above 1 where it is a rate. */
  readonly ratio: number;
  /** Median of ours. */
  readonly p50: number;
  readonly p95: number;
  readonly unit: 'ms' | 'rps' | 's' | 'MB';
  /** What it is measured against, with its own median. */
  readonly against: string;
}

/** What taking in hostile input of a size cost. */
interface CostRow {
  readonly bench: string;
  readonly size: number;
  /** What the size counts. */
  readonly of: string;
  readonly ms: number;
  readonly cpuMs: number;
  /** Memory beyond what was held before, at its peak, in megabytes. */
  readonly mb: number;
}

/** A bench: figures come as they are ready. */
export interface Bench {
  readonly name: string;
  /** @param words by which one of many inputs chooses those whose names begin with one of them. Default all. */
  run(words: readonly string[]): AsyncIterable<BenchRow | CostRow>;
}

/** Says on stderr how far a bench is; stdout carries figures only. */
export function progress(text: string): void {
  process.stderr.write(`${text}\n`);
}

const cleanups: (() => Promise<unknown>)[] = [];

/** Has something done when all benches are over, so that several can share what is dear to make. */
export function atEnd(cleanup: () => Promise<unknown>): void {
  cleanups.push(cleanup);
}

/** Does what was left for the end, last first. */
export async function cleanUp(): Promise<void> {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
}
