import { Anchor, Group, Text } from '@mantine/core';
import { SquareArrowOutUpRight } from 'lucide-react';
import { useLanguage, useOwnWords, useWords } from '../../words/words.tsx';
import classes from './editor.module.css';
import { isLive } from './save-plan.ts';
import { noteOf, type SaveNoteKind } from './save-state.ts';
import { shortMoment } from './site-clock.ts';
import type { Editing } from './use-editing.ts';
import { useSiteClock } from './use-site-clock.ts';
import { editorWords } from './words.ts';

interface SaveNoteProps {
  readonly editing: Pick<Editing, 'save' | 'unsaved' | 'stored' | 'autosavedAt'>;
  /** The address of the page for readers, once there is one. */
  readonly link: string | null;
}

/** Whether the server has what is on the screen, what that is for visitors, and the way to their page. */
export function SaveNote({ editing, link }: SaveNoteProps) {
  const { save, unsaved, stored, autosavedAt } = editing;
  const { editor } = useWords();
  const own = useOwnWords(editorWords);
  const { code } = useLanguage();
  const clock = useSiteClock();
  const time = (at: Date | null) => at?.toLocaleTimeString(code, { timeStyle: 'short' }) ?? '';
  const saved = {
    saved: editor.savedAt(time(save.savedAt)),
    savedBeside: own.savedBeside(time(save.savedAt)),
    published: own.publishedAt(time(save.savedAt)),
    scheduled: own.scheduledFor(shortMoment(stored.date, clock.now(), code)),
    withdrawn: own.withdrawnAt(time(save.savedAt)),
  };
  const notes: Record<SaveNoteKind, string> = {
    saving: editor.saving,
    unsaved: editor.unsaved,
    autosaved: own.autosavedAt(time(autosavedAt)),
    autosavedBeside: own.autosavedBeside(time(autosavedAt)),
    saved: saved[save.outcome],
    none: '',
  };
  return (
    <Group className={classes['note']} gap="xs" wrap="nowrap">
      <Text size="sm" c="dimmed" role="status" truncate>
        {notes[noteOf(save, unsaved, { autosavedAt, isLive: isLive(stored.status) })]}
      </Text>
      {link !== null && (
        <Anchor className={classes['link']} href={link} target="_blank" rel="noopener" size="sm" visibleFrom="xs">
          {own.viewPage}
          <SquareArrowOutUpRight size={14} aria-hidden />
        </Anchor>
      )}
    </Group>
  );
}
