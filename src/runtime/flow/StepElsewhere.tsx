import { Button } from 'antd';
import { useNavigate } from 'react-router-dom';
import type { AwaitedStep } from '../../core/wire/approval.ts';
import type { WireRecord } from '../../core/wire/contract.ts';
import { stepMark } from '../actions/linked-step.ts';
import { screenPath, useEntityPage } from '../EntityContext.ts';
import { usePagePaths } from './entry-path.ts';

/**
 * A step that a record waits for from the reader, where its page is not the one on which that is taken (it was found by
 * its name, or in a register): one press opens it there, begun.
 */
export function StepElsewhere({ step, record }: { readonly step: AwaitedStep; readonly record: WireRecord }) {
  const { page } = useEntityPage();
  const pathOf = usePagePaths();
  const navigate = useNavigate();
  const { pages } = page.model;
  const { kind, transition, title } = step;
  if (kind !== 'step' || page.page.actions.includes(transition)) return null;
  const path = Object.values(pages)
    .filter(({ actions }) => actions.includes(transition))
    .map(({ code }) => pathOf(code))
    .find((found) => found !== undefined);
  if (path === undefined) return null;
  const target = `${screenPath(path, { kind: 'view', id: record.id })}${stepMark(transition)}`;
  return (
    <Button type="primary" size="small" onClick={() => void navigate(target)}>
      {title}
    </Button>
  );
}
