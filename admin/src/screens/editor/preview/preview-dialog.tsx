import { Anchor, Group, Modal, SegmentedControl } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LoadStates } from '../../../ui/list-states.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { useOwnWords, useWords } from '../../../words/words.tsx';
import { editorWords } from '../words.ts';
import classes from './preview.module.css';
import type { Preview } from './previews.ts';

interface PreviewDialogProps {
  /** Has the server make the page, with what is in the editor now. */
  readonly make: () => Promise<Preview>;
  readonly close: () => void;
}

const widths = { phone: 390, desktop: 1280 } as const;

/** The page as readers will see it, at the width of a phone or of a desktop, which is made smaller where it must be. */
export function PreviewDialog({ make, close }: PreviewDialogProps) {
  const words = useWords();
  const own = useOwnWords(editorWords);
  const [device, setDevice] = useState<keyof typeof widths>(window.innerWidth < 700 ? 'phone' : 'desktop');
  const { ref, width, height } = useElementSize();
  const preview = useQuery({ queryKey: ['preview'], queryFn: make, gcTime: 0, staleTime: Number.POSITIVE_INFINITY });
  const link = preview.data?.link;
  const scale = width > 0 ? Math.min(1, width / widths[device]) : 1;
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
      {link !== '' && (
        <Group justify="center" gap="lg" pb="sm">
          <SegmentedControl
            aria-label={own.previewWidth}
            size="xs"
            data={[
              { value: 'phone', label: own.phone },
              { value: 'desktop', label: own.desktop },
            ]}
            value={device}
            onChange={(value) => setDevice(value === 'phone' ? 'phone' : 'desktop')}
          />
          {link && (
            <Anchor href={link} target="_blank" rel="noopener" size="sm">
              {own.openPreview}
            </Anchor>
          )}
        </Group>
      )}
      <LoadStates query={preview} rows={6} />
      {link === '' && <EmptyState title={own.noPreview} text={own.noPreviewText} />}
      <div className={classes['room']} ref={ref}>
        {link && (
          <iframe
            // The page is read, not used: no script of it runs here.
            sandbox="allow-same-origin"
            title={own.previewFrame}
            src={link}
            className={classes['frame']}
            style={{
              width: widths[device],
              height: height / scale,
              left: Math.max(0, (width - widths[device] * scale) / 2),
              transform: `scale(${scale})`,
            }}
          />
        )}
      </div>
    </Modal>
  );
}
