import type { StatisticsBlock } from '../../core/wire/statistics.ts';
import { rememberLabel } from '../../field-types/known-labels.ts';
import { useLoaded } from '../../field-types/use-loaded.ts';
import { callOperation, operationOf } from '../calls/entity-calls.ts';
import type { EntityPageModel } from '../model/page-model.ts';
import { runtimeText } from '../text.ts';

type Query = Readonly<Record<string, string>>;

interface Blocks {
  /** Undefined until the first answer. */
  readonly blocks: readonly StatisticsBlock[] | undefined;
  readonly error: string | undefined;
  readonly loading: boolean;
  readonly retry: () => void;
}

/**
 * The statistics of a page under a query; the blocks that are named, or all.
 * @param changes what grows whenever records were changed here.
 */
export function useBlocks(page: EntityPageModel, query: Query, changes: number, keys?: readonly string[]): Blocks {
  const operation = operationOf(page.model, 'statistics');
  const asked = { ...query, ...(keys === undefined ? {} : { block: keys.join(',') }) };
  const read = useLoaded<readonly StatisticsBlock[]>(
    operation === undefined
      ? undefined
      : `statistics/${page.page.code}/${JSON.stringify(asked)}/${changes}/${page.metadata.revision}`,
    async (signal) => {
      if (operation === undefined) return [];
      const options = { signal, quiet: true, page: page.page.code } as const;
      const answer = await callOperation(page.model, operation, asked, options);
      for (const block of answer.blocks) rememberNames(page, block);
      return answer.blocks;
    },
  );
  const missing = operation === undefined ? runtimeText('statistics.missing') : undefined;
  return { blocks: read.data, error: read.error ?? missing, loading: read.loading, retry: read.retry };
}

/** A list that is opened from a figure names the record of its group at once. */
function rememberNames({ model }: EntityPageModel, { dimension, rows }: StatisticsBlock): void {
  const target = model.field.get(dimension?.field ?? '')?.target;
  if (target === undefined) return;
  for (const { key, label } of rows) if (key !== null) rememberLabel(target, key, label);
}
