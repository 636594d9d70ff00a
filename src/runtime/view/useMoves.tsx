import { App, Button } from 'antd';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { ApiError } from '../../api/faults.ts';
import { newKey } from '../../api/new-key.ts';
import { type ActionPlan, permittedActions, recordActions } from '../../compile/toolbar/compile-toolbar.ts';
import type { TransitionModel } from '../../core/model/entity-model.ts';
import type { WireRecord } from '../../core/wire/contract.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { useActions } from '../actions/ActionsProvider.tsx';
import { fireTransition } from '../actions/perform-action.ts';
import { useEntityPage } from '../EntityContext.ts';
import { type RecordData, recordName } from '../model/record-view.ts';
import { useViewText } from './text.ts';

/** Where a record is moved to. */
interface Move {
  readonly record: WireRecord;
  /** What the place is called: 完成, 11月28日. */
  readonly place: string;
  /** New values of the record that the place means; none where it is a state. */
  readonly values: RecordData;
  /** Whether a transition that the person may fire on the record leads there. */
  readonly fits: (transition: TransitionModel) => boolean;
}

interface Moves {
  /** Moves a record by a transition that leads there: asks which where several do, says so where none does. */
  readonly move: (move: Move) => void;
  /** Whether any transition leads there. The same function while page and rights stay. */
  readonly canMove: (move: Pick<Move, 'record' | 'fits'>) => boolean;
  /** The record that is being moved; it stands at its old place until the server has agreed. */
  readonly moving: string | undefined;
  /** What asks; it has to be drawn. */
  readonly dialog: ReactNode;
}

/**
 * Moving a record means firing a transition with the new values proposed, never writing them past the flow. What a person
 * may move is what he has a button for.
 */
export function useMoves(): Moves {
  const { page, can, changed } = useEntityPage();
  const { run } = useActions();
  const { message } = App.useApp();
  const text = useViewText();
  const [moving, setMoving] = useState<string>();
  const [asked, setAsked] = useState<{ readonly move: Move; readonly plans: readonly ActionPlan[] }>();

  const permitted = useMemo(() => permittedActions(page.toolbar.row, can), [page, can]);
  const plansOf = useCallback(
    ({ record, fits }: Pick<Move, 'record' | 'fits'>): readonly ActionPlan[] =>
      recordActions(permitted, record.abilities).filter(({ key }) => {
        const transition = Object.hasOwn(page.model.transitions, key) ? page.model.transitions[key] : undefined;
        return transition !== undefined && fits(transition);
      }),
    [page, permitted],
  );
  const canMove = useCallback((move: Pick<Move, 'record' | 'fits'>) => plansOf(move).length > 0, [plansOf]);

  const fire = async (plan: ActionPlan, { record, place, values }: Move): Promise<void> => {
    const name = recordName(page, record);
    setMoving(record.id);
    try {
      await fireTransition(page, plan, record, values, newKey());
      void message.success(plan.message ?? text('move.done', { place }));
      changed();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      void message.warning(text('move.refused', { name, reason: error.msg }));
      if (error.status === 409 || error.status === 404) changed();
    } finally {
      setMoving(undefined);
    }
  };

  const take = (plan: ActionPlan, move: Move): void => {
    setAsked(undefined);
    const transition = page.model.transitions[plan.key];
    const given = Object.keys(move.values);
    const more =
      plan.asks.some(({ field }) => !given.includes(field)) ||
      plan.scans === true ||
      plan.sited === true ||
      plan.writes !== undefined ||
      plan.confirm !== undefined ||
      plan.danger ||
      transition?.approve !== undefined;
    // What asks for more than the place says is asked as its button asks, beginning with what is proposed.
    if (more) run(plan, [{ ...move.record, ...move.values }]);
    else void fire(plan, move);
  };

  return {
    moving,
    canMove,
    move: (move) => {
      const plans = plansOf(move);
      const [first] = plans;
      const { record, place } = move;
      if (first === undefined) {
        void message.warning(text('move.none', { name: recordName(page, record), place }));
      } else if (plans.length > 1) setAsked({ move, plans });
      else take(first, move);
    },
    dialog: asked && (
      <Dialog
        open
        title={text('move.title', { name: recordName(page, asked.move.record) })}
        onClose={() => setAsked(undefined)}
        footer={[
          <Button key="cancel" onClick={() => setAsked(undefined)}>
            {text('move.cancel')}
          </Button>,
        ]}
      >
        <p>{text('move.choose', { place: asked.move.place })}</p>
        <div className="anlan-view-choices">
          {asked.plans.map((plan) => (
            <Button key={plan.key} block danger={plan.danger} onClick={() => take(plan, asked.move)}>
              {plan.title}
            </Button>
          ))}
        </div>
      </Dialog>
    ),
  };
}
