import { derivedOf, fetchPage } from '../../../api/metadata.ts';
import type { PageMetadata } from '../../../core/wire/page.ts';
import { screenOfCode } from '../../registry.ts';
import type { PageChoice } from '../../shared/page-choices.ts';

/** Pages shown with their newest records. */
const NEWEST_PAGES = 4;

/** Records shown of each. */
const NEWEST_RECORDS = 3;

/** Pages that are asked for at most, so that a menu of many coming pages does not ask for all of them. */
const ASKED = 12;

/** A record as a line. */
interface NewestRecord {
  readonly id: string;
  /** '' where it has no name. */
  readonly label: string;
  /** When it was created. */
  readonly time: string;
}

/** The newest records of a page; undefined records where they could not be read. */
export interface NewestOfPage {
  readonly page: PageChoice;
  readonly records: readonly NewestRecord[] | undefined;
}

/** Pages worth asking: pinned and visited ones first, then the menu's order; none with a hand-written screen. */
export function newestCandidates(pages: readonly PageChoice[], preferred: readonly string[]): readonly PageChoice[] {
  const liked = preferred.flatMap((path) => pages.find((page) => page.path === path) ?? []);
  return [...new Set([...liked, ...pages])]
    .filter(({ code, described }) => described && !code.startsWith('@') && !screenOfCode(code))
    .slice(0, ASKED);
}

/** Reads the newest records of the first pages that metadata describes. */
export async function readNewest(candidates: readonly PageChoice[]): Promise<readonly NewestOfPage[]> {
  const described = await Promise.all(
    candidates.map(async (page) => {
      try {
        return { page, metadata: await fetchPage(page.code) };
      } catch {
        // A page that comes later, or one that he may not see after all.
        return undefined;
      }
    }),
  );
  const found = described.filter((each) => each !== undefined).slice(0, NEWEST_PAGES);
  return Promise.all(
    found.map(async ({ page, metadata }) => ({ page, records: await readRecords(metadata).catch(() => undefined) })),
  );
}

async function readRecords(metadata: PageMetadata): Promise<readonly NewestRecord[]> {
  // The runtime comes after the page is drawn; the next click is likely to need it too.
  const [{ buildPageModel }, { fetchRecords }] = await Promise.all([
    import('../../../runtime/model/page-model.ts'),
    import('../../../runtime/calls/entity-calls.ts'),
  ]);
  const { model } = derivedOf(metadata, buildPageModel);
  const query = { page: metadata.page, current: 1, size: NEWEST_RECORDS, orderBy: '-createTime' };
  const answer = await fetchRecords(model, query, { quiet: true });
  return answer.records.map((record) => ({
    id: record.id,
    label: String(record[`${model.label}Label`] ?? record[model.label] ?? ''),
    time: String(record.createTime ?? '').slice(0, 16),
  }));
}
