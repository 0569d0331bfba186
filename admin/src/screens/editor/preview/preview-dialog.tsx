import { Modal } from '@mantine/core';
import { useOwnWords, useWords } from '../../../words/words.tsx';
import { editorWords } from '../words.ts';
import classes from './preview.module.css';
import { PreviewView } from './preview-view.tsx';
import type { LivePreview } from './use-live-preview.ts';

interface PreviewDialogProps {
  readonly live: LivePreview;
  /** Undefined where there is no room beside the text. */
  readonly showBeside: (() => void) | undefined;
  readonly close: () => void;
}

/** The page on the whole screen. */
export function PreviewDialog({ live, showBeside, close }: PreviewDialogProps) {
  const words = useWords();
  const own = useOwnWords(editorWords);
  return (
    <Modal
      opened
      onClose={close}
      fullScreen
      title={own.preview}
      closeButtonProps={{ 'aria-label': words.common.close }}
      classNames={{ content: classes['content'] ?? '', body: classes['body'] ?? '' }}
      transitionProps={{ duration: 0 }}
    >
      <PreviewView
        live={live}
        firstWidth={window.innerWidth < 700 ? 'phone' : 'desktop'}
        change={showBeside}
        isBeside={false}
      />
    </Modal>
  );
}
