import { Button, Group, Modal, Stack } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../../api/api.ts';
import { useMay } from '../../../api/me.ts';
import { useOwnWords, useWords } from '../../../words/words.tsx';
import { proposalsPath } from '../../proposals/proposals-api.ts';
import { AddToReleaseDialog } from '../../releases/add-to-release-dialog.tsx';
import type { EditorKind } from '../editor-kind.ts';
import { isLive } from '../save-plan.ts';
import type { Editing } from '../use-editing.ts';
import { editorWords } from '../words.ts';
import { collectionOf } from './beside.ts';
import { besideWords } from './words.ts';

interface ItemToReleaseProps {
  readonly kind: EditorKind;
  readonly editing: Editing;
  readonly close: () => void;
}

type Act = 'changes' | 'publish' | 'trash';

/** Puts what is to happen with an item into a release: its unpublished changes, its publication, or its removal. */
export function ItemToRelease({ kind, editing, close }: ItemToReleaseProps) {
  const words = useWords();
  const own = useOwnWords(besideWords);
  const editor = useOwnWords(editorWords);
  const may = useMay();
  const [act, setAct] = useState<Act | null>(null);
  const { id, beside, stored, isChanged } = editing;
  const isPublic = stored.status === 'publish' || stored.status === 'private';
  const choices: readonly (readonly [Act, string])[] = [
    ...(isPublic && (beside || isChanged) && !beside?.release
      ? [['changes', editor.saving.publishChanges] as const]
      : []),
    ...(isLive(stored.status) ? [] : [['publish', own.draftInRelease] as const]),
    ...(may(kind.type.capabilities.delete) && !beside ? [['trash', own.trashInRelease] as const] : []),
  ];
  const change = async (): Promise<number> => {
    if (act === 'changes') {
      const saved = isChanged ? await editing.saveBeside() : beside;
      if (!saved) throw new Error(words.states.notSaved);
      return saved.id;
    }
    const type = collectionOf(kind);
    const item = id ?? 0;
    const fields = { status: 'publish' };
    const sent = act === 'trash' ? { type, item, action: 'delete' as const } : { type, item, fields };
    return (await api.post(proposalsPath, sent)).id;
  };
  if (act) return <AddToReleaseDialog change={change} done={() => editing.reloadBeside()} close={close} />;
  return (
    <Modal opened onClose={close} title={own.whatTitle} closeButtonProps={{ 'aria-label': words.common.close }}>
      <Stack>
        {choices.map(([value, label]) => (
          <Button key={value} variant="default" onClick={() => setAct(value)}>
            {label}
          </Button>
        ))}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {words.common.cancel}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
