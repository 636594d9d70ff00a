import { App } from 'antd';
import { useCallback } from 'react';
import { request } from '../../api/client.ts';
import { newKey } from '../../api/new-key.ts';
import type { EntityModel } from '../../core/model/entity-model.ts';
import { UNDO_SECONDS, UndoMessage } from '../../ui/UndoMessage.tsx';
import { runtimeText } from '../text.ts';

const KEY = 'undo-removal';
/** Seconds that the way back from a removal stays: whoever sees that it was the wrong row has to look for it first. */
const SECONDS = UNDO_SECONDS * 2;

/** Whether what is removed of an entity can be taken back: nobody is noted as who removed anonymous records. */
const isRestorable = (model: EntityModel): boolean => model.anonymous === undefined;

/** What a question about a removal says of the way back. */
export const removalHint = (model: EntityModel): string =>
  runtimeText(isRestorable(model) ? 'action.delete.hint' : 'action.delete.final');

/**
 * Tells that records were removed, with a button that brings them back. It stays when the page is left, since the record's
 * own page is left with it; lists hear of what came back as of any other change.
 */
export function useUndoRemoval(): (
  model: EntityModel,
  removal: { readonly ids: readonly string[]; readonly text: string; readonly back?: () => void },
) => void {
  const { message } = App.useApp();
  return useCallback(
    (model, { ids, text, back }) => {
      if (ids.length === 0 || !isRestorable(model) || model.retire !== undefined) {
        void message.success(text);
        return;
      }
      const idempotencyKey = newKey();
      let taken = false;
      const take = () => {
        if (taken) return;
        taken = true;
        const body = { entity: model.key, ids: ids.join(',') };
        request({ service: 'system', method: 'POST', path: 'record/restore', body, idempotencyKey }).then(
          () => {
            void message.success({ key: KEY, content: runtimeText('action.restored'), duration: 3 });
            back?.();
          },
          () => message.destroy(KEY),
        );
      };
      void message.success({ key: KEY, content: <UndoMessage text={text} back={take} />, duration: SECONDS });
    },
    [message],
  );
}
