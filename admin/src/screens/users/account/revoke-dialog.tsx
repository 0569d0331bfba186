import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../api/api.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { notifyDone } from '../../../ui/notify.tsx';
import { useOwnWords, useWords } from '../../../words/words.tsx';
import { accountWords } from './words.ts';

interface RevokeDialogProps {
  readonly userId: number;
  readonly one: { readonly uuid: string; readonly name: string };
  readonly close: () => void;
}

/** Asks before an application password is revoked. */
export function RevokeDialog({ userId, one, close }: RevokeDialogProps) {
  const all = useWords();
  const { programs: words } = useOwnWords(accountWords);
  const client = useQueryClient();
  const revoke = useMutation({
    mutationFn: () =>
      api.delete('/platen/v1/users/{user_id}/application-passwords/{uuid}', { user_id: userId, uuid: one.uuid }),
    onSuccess: async () => {
      notifyDone(all, words.revoked(one.name));
      close();
      await client.invalidateQueries({ queryKey: ['users', 'passwords'] });
    },
  });
  return (
    <ConfirmDialog
      isOpened
      title={words.revokeOne(one.name)}
      text={words.revokeText(one.name)}
      action={words.revoke}
      isBusy={revoke.isPending}
      error={revoke.error}
      confirm={() => revoke.mutate()}
      close={close}
    />
  );
}
