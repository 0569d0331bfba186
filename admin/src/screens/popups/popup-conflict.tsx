import { Text } from '@mantine/core';
import { ConflictDialog } from '../../ui/conflict-dialog.tsx';
import type { PopupDraft } from './popup-settings.ts';

interface PopupConflictProps {
  readonly mine: PopupDraft;
  readonly theirs: PopupDraft;
  readonly resolve: (keeps: 'mine' | 'theirs') => void;
}

/** Both versions of a popup. */
export function PopupConflict({ mine, theirs, resolve }: PopupConflictProps) {
  return <ConflictDialog mine={<PopupVersion {...mine} />} theirs={<PopupVersion {...theirs} />} resolve={resolve} />;
}

function PopupVersion({ name, title, content }: PopupDraft) {
  return (
    <>
      <Text fw={600}>{name}</Text>
      <Text>{title}</Text>
      <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {content}
      </Text>
    </>
  );
}
