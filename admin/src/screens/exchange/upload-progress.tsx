import { Button, Group, Progress, Text } from '@mantine/core';
import type { RefObject } from 'react';
import { useOwnWords } from '../../words/words.tsx';
import { exchangeWords } from './words.ts';

interface UploadProgressProps {
  readonly share: number;
  readonly stop: RefObject<AbortController | null>;
}

/** How much of a file has arrived, and a way to stop it. */
export function UploadProgress({ share, stop }: UploadProgressProps) {
  const own = useOwnWords(exchangeWords);
  const percent = Math.round(share * 100);
  return (
    <Group>
      <Progress value={percent} flex={1} aria-label={own.uploading(percent)} />
      <Text size="sm" role="status">
        {own.uploading(percent)}
      </Text>
      <Button
        size="compact-sm"
        variant="default"
        onClick={() => stop.current?.abort(new DOMException('', 'AbortError'))}
      >
        {own.cancelUpload}
      </Button>
    </Group>
  );
}
