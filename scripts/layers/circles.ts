/** An import as far as circles are concerned: who imports whom. */
export interface Arrow {
  readonly from: string;
  readonly to: string;
}

/** A file whose imports are being followed, and how many of them were. */
interface Visit {
  readonly file: string;
  readonly imports: readonly string[];
  followed: number;
}

/**
 * Circles of imports: each a set of files of which every one reaches every other (Tarjan's strongly connected
 * components), or one file that imports itself. Files stand in order of their paths, circles in that of their first file.
 *
 * It does not call itself, since a chain of imports may be longer than the stack is deep.
 */
export function circles(arrows: readonly Arrow[]): string[][] {
  const importsOf = importsByFile(arrows);
  const found: string[][] = [];
  /** At which place the search came to a file. */
  const place = new Map<string, number>();
  /** The first place that a file is known to reach, among the files that are still open. */
  const reached = new Map<string, number>();
  /** Files that the search came to and whose circle is not known yet. */
  const open: string[] = [];
  const isOpen = new Set<string>();

  const enter = (file: string): Visit => {
    place.set(file, place.size);
    reached.set(file, place.size - 1);
    open.push(file);
    isOpen.add(file);
    return { file, imports: importsOf.get(file) ?? [], followed: 0 };
  };
  const reach = (file: string, other: number | undefined) => {
    reached.set(file, Math.min(reached.get(file) ?? Infinity, other ?? Infinity));
  };
  // A file that reaches nothing before itself closes the circle of all that was opened after it.
  const leave = (file: string) => {
    if (reached.get(file) !== place.get(file)) return;
    const files = open.splice(open.lastIndexOf(file));
    for (const member of files) isOpen.delete(member);
    if (files.length > 1 || importsOf.get(file)?.includes(file)) found.push(files.sort());
  };

  for (const start of importsOf.keys()) {
    if (place.has(start)) continue;
    const path = [enter(start)];
    for (let visit = path.at(-1); visit !== undefined; visit = path.at(-1)) {
      const target = visit.imports[visit.followed];
      visit.followed += 1;
      if (target === undefined) {
        path.pop();
        leave(visit.file);
        const importer = path.at(-1);
        if (importer !== undefined) reach(importer.file, reached.get(visit.file));
      } else if (!place.has(target)) {
        path.push(enter(target));
      } else if (isOpen.has(target)) {
        reach(visit.file, place.get(target));
      }
    }
  }
  return found.sort(([a = ''], [b = '']) => (a < b ? -1 : 1));
}

/** The shortest way from a file by its imports back to itself, the file at both ends; undefined where there is none. */
export function shortestRing(arrows: readonly Arrow[], file: string): string[] | undefined {
  const importsOf = importsByFile(arrows);
  const seen = new Set<string>();
  let ways: string[][] = [[file]];
  while (ways.length > 0) {
    const longer: string[][] = [];
    for (const way of ways) {
      for (const target of importsOf.get(way.at(-1) ?? file) ?? []) {
        if (target === file) return [...way, file];
        if (seen.has(target)) continue;
        seen.add(target);
        longer.push([...way, target]);
      }
    }
    ways = longer;
  }
  return undefined;
}

function importsByFile(arrows: readonly Arrow[]): Map<string, string[]> {
  return new Map(
    [...Map.groupBy(arrows, ({ from }) => from)].map(([file, imports]) => [file, imports.map(({ to }) => to)]),
  );
}
