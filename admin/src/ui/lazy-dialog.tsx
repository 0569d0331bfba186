import { Modal } from '@mantine/core';
import type { ComponentType, ReactNode } from 'react';
import { useWords } from '../words/words.tsx';
import { lazyPart } from './lazy-part.tsx';

/** As `lazyPart`, of a dialog: its place on the page is not seen, so that the error lies over the page as well. */
export const lazyDialog = <Module extends object, Props extends object>(
  load: () => Promise<Module>,
  pick: (module: Module) => ComponentType<Props>,
): ((props: Props) => ReactNode) =>
  lazyPart(load, pick, { frame: (error, close) => <Frame error={error} close={close} /> });

interface FrameProps {
  readonly error: ReactNode;
  /** Null where the dialog stays until somebody has chosen. */
  readonly close: (() => void) | null;
}

function Frame({ error, close }: FrameProps) {
  const words = useWords();
  return (
    <Modal
      opened
      onClose={() => close?.()}
      withCloseButton={close !== null}
      closeButtonProps={{ 'aria-label': words.common.close }}
      title={words.states.partFailed}
      centered
    >
      {error}
    </Modal>
  );
}
