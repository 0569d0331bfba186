import { useLanguage, useOwnWords, useWords } from '../../words/words.tsx';
import type { SaveButton, SaveLabel } from './save-plan.ts';
import { shortMoment } from './site-clock.ts';
import { useSiteClock } from './use-site-clock.ts';
import { editorWords } from './words.ts';

/** What a button says: what will happen when it is pressed, and when. */
export function useSaveLabel(): (button: SaveButton) => string {
  const words = useWords();
  const own = useOwnWords(editorWords);
  const { code } = useLanguage();
  const clock = useSiteClock();
  const labels: Record<SaveLabel, string> = { ...words.editor, ...own.saving };
  return ({ label, target }) =>
    label === 'schedule' ? own.scheduleFor(shortMoment(target.date, clock.now(), code)) : labels[label];
}
