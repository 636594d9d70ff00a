/** Edit distance of two names; two letters that changed places count one. */
function distance(left: string, right: string): number {
  let before: number[] = [];
  let previous = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let i = 1; i <= left.length; i += 1) {
    const current = [i];
    for (let j = 1; j <= right.length; j += 1) {
      const same = left[i - 1] === right[j - 1];
      const swapped = i > 1 && j > 1 && left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1];
      const steps = [(previous[j - 1] ?? 0) + (same ? 0 : 1), (previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1];
      if (swapped) steps.push((before[j - 2] ?? 0) + 1);
      current.push(Math.min(...steps));
    }
    before = previous;
    previous = current;
  }
  return previous[right.length] ?? 0;
}

/** The candidate most like `name`, upper and lower case alike, or undefined where none is near (a third of its length). */
function nearest(name: string, candidates: Iterable<string>): string | undefined {
  const limit = Math.max(1, Math.floor(name.length / 3));
  let best: string | undefined;
  let least = limit + 1;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - name.length) > limit) continue;
    const found = distance(name.toLowerCase(), candidate.toLowerCase());
    if (found < least) {
      least = found;
      best = candidate;
    }
  }
  return best;
}

/** `，是否想写“x”` where a near candidate exists, else ''. */
export function suggestion(name: string, candidates: Iterable<string>): string {
  const found = nearest(name, candidates);
  return found === undefined ? '' : `，是否想写“${found}”`;
}
