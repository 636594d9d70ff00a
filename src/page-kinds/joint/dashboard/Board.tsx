import { useAccess } from '../../../api/access.ts';
import { LoadingDelay } from '../../../ui/LoadingDelay.tsx';
import { PageContainer } from '../../../ui/PageContainer.tsx';
import { ReadFailure } from '../ReadFailure.tsx';
import { useJointText } from '../text.ts';
import { Tiles } from './DashboardPage.tsx';
import { useDashboard } from './use-dashboard.ts';
import './dashboard.css';

/** The tiles of a page within a hand-written one; whoever sees none of them finds nothing there. */
export function Board({ code }: { readonly code: string }) {
  const seen = useAccess((state) => state.rights[`${code}_view`] === true);
  return seen ? <SeenBoard code={code} /> : null;
}

function SeenBoard({ code }: { readonly code: string }) {
  const text = useJointText();
  const read = useDashboard(code, '');
  if (read.data !== undefined) return <Tiles answer={read.data} busy={read.loading} />;
  if (read.forbidden) return null;
  return (
    <PageContainer>
      {read.error === undefined ? (
        <LoadingDelay loading rows={8} />
      ) : (
        <ReadFailure title={text('dashboard.failed')} read={read} />
      )}
    </PageContainer>
  );
}
