import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { LoadingDelay } from '../../../ui/LoadingDelay.tsx';
import { PageContainer } from '../../../ui/PageContainer.tsx';
import section from '../../shared/section.module.css';
import type { AttentionState } from './useAttention.ts';

interface AttentionSectionProps {
  /** Names the section in the page: `waiting`. */
  readonly name: string;
  readonly title: ReactNode;
  /** Beside the title, at the right. */
  readonly aside?: ReactNode;
  /** What is said where nothing could be read. */
  readonly failed: string;
  /** Rows of the skeleton, about as high as what comes. */
  readonly rows: number;
  readonly attention: AttentionState;
  /** Drawn once it was read. */
  readonly children: ReactNode;
}

/** A part of the home page that is made of what waits and what is wrong: its head, and how it waits and fails. */
export function AttentionSection({ name, title, aside, failed, rows, attention, children }: AttentionSectionProps) {
  const { list, problem, reload } = attention;
  const headId = `overview-${name}`;
  return (
    <PageContainer>
      <section aria-labelledby={headId} data-testid={name}>
        <div className={section.head}>
          <h2 className={section.title} id={headId}>
            {title}
          </h2>
          {aside}
        </div>
        {list === undefined && problem !== undefined ? (
          <ErrorState title={failed} message={problem} onRetry={reload} />
        ) : (
          <LoadingDelay loading={list === undefined} skeleton={<Skeleton active title={false} paragraph={{ rows }} />}>
            {children}
          </LoadingDelay>
        )}
      </section>
    </PageContainer>
  );
}
