/** The value below which a share of the sample lies, interpolated between its neighbours. Throws on an empty sample. */
export function percentile(sample: readonly number[], share: number): number {
  if (sample.length === 0) throw new Error('没有样本，无法求分位数');
  const sorted = [...sample].sort((a, b) => a - b);
  const at = (sorted.length - 1) * share;
  const low = sorted[Math.floor(at)] ?? 0;
  const high = sorted[Math.ceil(at)] ?? low;
  return low + (high - low) * (at - Math.floor(at));
}

/** The middle of a sample. */
export function median(sample: readonly number[]): number {
  return percentile(sample, 0.5);
}

/** A figure with as many digits as a reader needs: two after the point. */
export function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}

/**
 * Runs both sides in turn for a number of rounds, the first one changing with each, so that what else the machine does
 * falls on both alike. Default 7 rounds, of which none is thrown away: warm up before.
 */
export async function interleave<T>(
  sides: readonly [() => Promise<T>, () => Promise<T>],
  rounds = 7,
): Promise<readonly [T[], T[]]> {
  const samples: [T[], T[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    for (const side of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) samples[side].push(await sides[side]());
  }
  return samples;
}
