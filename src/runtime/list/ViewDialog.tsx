import { Checkbox, Input } from 'antd';
import { useId, useState } from 'react';
import { ApiError } from '../../api/faults.ts';
import { LIST_VIEW_LIMITS, type ListViewContent, type SavedListView } from '../../core/wire/list-view.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { PlainItem } from '../form/PlainItem.tsx';
import { saveView } from './list-view-calls.ts';
import { useListText } from './text.ts';

interface ViewDialogProps {
  readonly page: string;
  /** The view to change; undefined for a new one. */
  readonly view: SavedListView | undefined;
  /** What a new view keeps. */
  readonly content: ListViewContent;
  readonly onClose: () => void;
  readonly onSaved: (view: SavedListView) => void;
}

/** Asks for the name of a view, and whether others may use it. */
export function ViewDialog({ page, view, content, onClose, onSaved }: ViewDialogProps) {
  const text = useListText();
  const id = useId();
  const [name, setName] = useState(view?.name ?? '');
  const [shared, setShared] = useState(view?.shared ?? false);
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState(false);

  const save = async (): Promise<void> => {
    const chosen = name.trim();
    if (chosen === '') {
      setFault(text('views.name.empty'));
      return;
    }
    setBusy(true);
    try {
      const kept = view === undefined ? { content } : { id: view.id, content: view.content };
      onSaved(await saveView({ page, name: chosen, shared, ...kept }));
      onClose();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 400) setFault(error.msg);
    } finally {
      setBusy(false);
    }
  };

  return (
    <Dialog
      open
      title={text(view === undefined ? 'views.save' : 'views.rename')}
      busy={busy}
      onOk={() => void save()}
      onClose={onClose}
    >
      <PlainItem id={id} title={text('views.name')} required fault={fault}>
        <Input
          id={id}
          value={name}
          maxLength={LIST_VIEW_LIMITS.name}
          autoFocus
          aria-describedby={fault === undefined ? undefined : `${id}-help`}
          aria-invalid={fault !== undefined}
          onChange={(event) => {
            setName(event.target.value);
            setFault(undefined);
          }}
          onPressEnter={() => void save()}
        />
      </PlainItem>
      <Checkbox checked={shared} onChange={(event) => setShared(event.target.checked)}>
        {text('views.share')}
      </Checkbox>
    </Dialog>
  );
}
