import { App } from 'antd';
import { type ReactNode, Suspense, useState } from 'react';
import { ApiError } from '../../api/faults.ts';
import { plantTime } from '../../api/plant-clock.ts';
import type { ActionPlan } from '../../compile/toolbar/compile-toolbar.ts';
import { lazyPiece } from '../../ui/lazy-piece.tsx';
import { useEntityPage } from '../EntityContext.ts';
import { useAwaiting } from '../flow/AwaitingProvider.tsx';
import { type ListController, pageQuery } from '../list/useListController.ts';
import { showLongJobs } from '../long-jobs/long-jobs.ts';
import { useJobText } from '../long-jobs/text.ts';
import { exportSheet } from './spreadsheet-calls.ts';
import { useSheetText } from './text.ts';

const ImportDialog = lazyPiece(
  () => import('./ImportDialog.tsx').then((module) => module.ImportDialog),
  ({ onClose }) => onClose(),
);

/** A list, or another kind of page, as it is taken out. */
type ExportedList = Pick<ListController, 'state'> & Partial<Pick<ListController, 'approval'>>;

/** The buttons of a list that take its records out and bring new ones in. */
export interface SpreadsheetActions {
  /** Begins what the button does; false for any other button. */
  readonly start: (plan: ActionPlan) => boolean;
  readonly busy: (plan: ActionPlan) => boolean;
  readonly dialog: ReactNode;
}

/**
 * Export of what a list shows, under its filters and in its order, and import into its entity.
 * @param columns keys of the columns that are shown, in their order.
 */
export function useSpreadsheet(list: ExportedList, columns: readonly string[]): SpreadsheetActions {
  const { page, changed } = useEntityPage();
  const { message } = App.useApp();
  const { tasks } = useAwaiting();
  const text = useSheetText();
  const jobText = useJobText();
  const [exporting, setExporting] = useState(false);
  const [importing, setImporting] = useState(false);

  const exportList = async (): Promise<void> => {
    const ids = list.approval === true ? [...(tasks?.keys() ?? [])].join(',') : undefined;
    if (ids === '') {
      void message.info(text('export.none'));
      return;
    }
    setExporting(true);
    try {
      const query = { ...pageQuery(page, list.state), ...(ids === undefined ? {} : { ids }) };
      const day = plantTime().slice(0, 10).replaceAll('-', '');
      const job = await exportSheet(page, query, columns, day);
      if (job === undefined) void message.success(text('export.done', { title: page.page.title }));
      else {
        void message.info(jobText('job.began'));
        showLongJobs(true);
      }
    } catch (error) {
      // The client has told why.
      if (!(error instanceof ApiError)) throw error;
    } finally {
      setExporting(false);
    }
  };

  return {
    start(plan) {
      if (plan.kind === 'export') void exportList();
      else if (plan.kind === 'import') setImporting(true);
      else return false;
      return true;
    },
    busy: (plan) => plan.kind === 'export' && exporting,
    dialog: importing && (
      <Suspense fallback={null}>
        <ImportDialog onStored={changed} onClose={() => setImporting(false)} />
      </Suspense>
    ),
  };
}
