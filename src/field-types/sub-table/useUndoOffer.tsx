import { App } from 'antd';
import { useEffect, useId, useMemo } from 'react';
import { UNDO_SECONDS, UndoMessage } from '../../ui/UndoMessage.tsx';
import { fieldText } from '../text.ts';

/** What a table offers to take back. */
interface UndoOffer {
  /** Said with the offer. */
  readonly text: string;
  readonly isFaulty: boolean;
  /** Keys of the rows whose later entries would be lost by going back; an entry there withdraws the offer. */
  readonly rows?: readonly number[];
  readonly back: () => void;
}

/** The one offer of a table. */
export interface UndoOffers {
  /** Tells what was done, with a button that takes it back; an older offer of this table goes. */
  make(offer: UndoOffer): void;
  /** Somebody has entered something in a row: Ctrl+Z is the input's from here on. */
  entered(row: number): void;
  /** Takes the last step back if Ctrl+Z is the table's; false where it is not. */
  goBack(): boolean;
}

interface Standing {
  readonly offer: UndoOffer;
  readonly byKey: boolean;
}

/**
 * Ways back from what was done to the rows of a table. There is one at a time, under one message: two messages with
 * the same button could not be told apart, and the older one would undo what the newer was done upon.
 */
export function useUndoOffer(): UndoOffers {
  const { message } = App.useApp();
  const key = useId();
  const offers = useMemo(() => {
    let standing: Standing | undefined;
    let count = 0;
    const take = (offer: UndoOffer) => {
      if (standing?.offer !== offer) return;
      standing = undefined;
      offer.back();
      void message.success({ key, content: fieldText('rows.undone'), duration: 3 });
    };
    return {
      make: (offer: UndoOffer) => {
        standing = { offer, byKey: true };
        count += 1;
        void message.open({
          key,
          type: offer.isFaulty ? 'warning' : 'success',
          // A message that takes another's place starts its time anew only with another duration.
          duration: UNDO_SECONDS + (count % 2) / 1000,
          content: <UndoMessage text={offer.text} back={() => take(offer)} />,
        });
      },
      entered: (row: number) => {
        if (standing === undefined) return;
        if (standing.offer.rows?.includes(row)) {
          standing = undefined;
          message.destroy(key);
        } else if (standing.byKey) standing = { ...standing, byKey: false };
      },
      goBack: () => {
        if (standing?.byKey !== true) return false;
        take(standing.offer);
        return true;
      },
      withdraw: () => {
        if (standing !== undefined) message.destroy(key);
        standing = undefined;
      },
    };
  }, [message, key]);
  // Without its table there is nothing to take back to.
  useEffect(() => offers.withdraw, [offers]);
  return offers;
}
