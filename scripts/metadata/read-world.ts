import { lintWorldOf } from '../../server/metadata/judge/check-world.ts';
import { parseFiles } from '../../server/metadata/judge/parse-world.ts';
import { readMetadataFiles } from '../../server/metadata/metadata-files.ts';
import type { LintWorld } from '../../src/core/dialect/lint-world.ts';
import type { Problem } from '../../src/core/dialect/problem.ts';
import type { SharedFiles } from '../../src/core/dialect/resolve/blocks.ts';

/** All metadata below a folder `schemas`, and what could not be read. */
interface ReadWorld {
  readonly world: LintWorld;
  readonly problems: readonly Problem[];
  /** Blocks and groups of roles that texts beside them may name. */
  readonly shared: SharedFiles;
}

/** Reads the files of `folder`, the repository's `schemas`; texts without a translation count as errors, as in CI. */
export function readWorld(folder: string): ReadWorld {
  const parsed = parseFiles(readMetadataFiles(folder));
  return { world: lintWorldOf(parsed, { complete: true }), problems: parsed.problems, shared: parsed.shared };
}
