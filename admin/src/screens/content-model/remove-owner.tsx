import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { notifyDone, notifyFailed } from '../../ui/notify.tsx';
import { useOwnWords, useWords } from '../../words/words.tsx';
import { LossList } from './loss-list.tsx';
import type { Loss } from './model.ts';
import { loadModel, saveModel } from './model-api.ts';
import { type Owner, withoutPart } from './owners.ts';
import { reasonOf } from './refused-members.ts';
import { modelWords } from './words.ts';

interface RemoveOwnerProps {
  readonly owner: Owner;
  readonly id: string;
  /** What people call it. */
  readonly name: string;
}

/** Deletes a declaration, after it has said how much is stored under it. */
export function RemoveOwner({ owner, id, name }: RemoveOwnerProps) {
  const words = useWords();
  const own = useOwnWords(modelWords);
  const client = useQueryClient();
  const navigate = useNavigate();
  const [losses, setLosses] = useState<readonly Loss[] | null>(null);
  const change = async (isTried: boolean) => {
    const { version, declarations } = await loadModel();
    const rest = withoutPart(declarations, owner, id);
    return saveModel({ version, declarations: rest, accept_loss: true, dry_run: isTried });
  };
  const trying = useMutation({
    mutationFn: () => change(true),
    onSuccess: (tried) => setLosses(tried.losses),
    onError: (error) => notifyFailed(words, words.states.notSaved, reasonOf(error)),
  });
  const removing = useMutation({
    mutationFn: () => change(false),
    onSuccess: async () => {
      setLosses(null);
      notifyDone(words, own.removed(name));
      await navigate({ to: '/content-model', ignoreBlocker: true });
      await client.invalidateQueries();
    },
  });
  return (
    <>
      <Button
        variant="default"
        leftSection={<Trash2 size={16} aria-hidden />}
        loading={trying.isPending}
        onClick={() => trying.mutate()}
      >
        {own.remove}
      </Button>
      <ConfirmDialog
        isOpened={losses !== null}
        title={own.removeTitle(name)}
        text={losses?.length ? own.removeLoses : own.removeText}
        action={own.remove}
        isBusy={removing.isPending}
        error={removing.error && reasonOf(removing.error)}
        confirm={() => removing.mutate()}
        close={() => setLosses(null)}
      >
        <LossList losses={losses ?? []} labelOf={(field) => field} />
      </ConfirmDialog>
    </>
  );
}
