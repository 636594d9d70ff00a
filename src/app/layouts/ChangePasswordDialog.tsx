import { Dialog } from '../../ui/Dialog.tsx';
import { useAppText } from '../i18n/texts.ts';
import { PasswordFields, usePasswordChange } from './PasswordFields.tsx';

/** Changes the own password, at the person's wish. */
export function ChangePasswordDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const text = useAppText();
  const { form, busy, submit } = usePasswordChange(onClose);
  return (
    <Dialog open={open} title={text('password.title')} busy={busy} onOk={() => form.submit()} onClose={onClose}>
      <PasswordFields form={form} onSubmit={submit} />
    </Dialog>
  );
}
