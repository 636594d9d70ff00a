import { App } from 'antd';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { ActionPlan } from '../../compile/toolbar/compile-toolbar.ts';
import type { WireRecord } from '../../core/wire/contract.ts';
import { linkedStep } from '../actions/linked-step.ts';
import { runtimeText } from '../text.ts';

/** Rows of a child entity, and what a task of them leads to. */
interface LinkedRows {
  /** Key of the child entity. */
  readonly rows: string;
  /** Rows that can take a step now, each with the step. */
  able(transition: string): readonly { readonly row: WireRecord; readonly plan: ActionPlan }[];
  /** Begins the step of the one row. */
  begin(plan: ActionPlan, row: WireRecord): void;
  /** Shows the rows, of which the person looks at each. */
  show(): void;
}

/** Takes up the step of rows that the address of the record's page names: begins it where one row waits, else shows them. */
export function useLinkedRows({ rows, able, begin, show }: LinkedRows): void {
  const navigate = useNavigate();
  const { hash, pathname } = useLocation();
  const { message } = App.useApp();
  const taken = useRef('');
  useEffect(() => {
    const step = linkedStep(hash);
    if (step?.rows !== rows || taken.current === hash) return;
    taken.current = hash;
    void navigate(pathname, { replace: true });
    const [first, ...others] = able(step.transition);
    if (first === undefined) void message.info(runtimeText('action.stepTaken'));
    else if (others.length === 0) begin(first.plan, first.row);
    else show();
  }, [rows, able, begin, show, hash, pathname, navigate, message]);
}
