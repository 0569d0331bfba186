import { useOwnWords } from '../../../words/words.tsx';
import { editorWords } from '../words.ts';
import classes from './preview.module.css';
import { PreviewView } from './preview-view.tsx';
import type { LivePreview } from './use-live-preview.ts';

interface PreviewBesideProps {
  readonly live: LivePreview;
  readonly showOnWholeScreen: () => void;
  readonly close: () => void;
}

/** The page beside the text, where it is seen while one types. */
export function PreviewBeside({ live, showOnWholeScreen, close }: PreviewBesideProps) {
  const own = useOwnWords(editorWords);
  return (
    <aside className={classes['beside']} aria-label={own.preview}>
      <PreviewView live={live} firstWidth="tablet" change={showOnWholeScreen} isBeside close={close} />
    </aside>
  );
}
