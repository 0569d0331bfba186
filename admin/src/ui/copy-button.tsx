import { Button, type ButtonProps } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { useEffect } from 'react';
import { useWords } from '../words/words.tsx';
import { notifyFailed } from './notify.tsx';

interface CopyButtonProps extends Pick<ButtonProps, 'size'> {
  readonly value: string;
  /** What the button says. */
  readonly label: string;
  readonly 'aria-label'?: string;
  readonly 'data-autofocus'?: boolean;
}

/** Copies a text; says that it did, or that the browser did not let it. */
export function CopyButton({ value, label, ...looks }: CopyButtonProps) {
  const words = useWords();
  const { copied, error, copy } = useClipboard({ timeout: 2_000 });
  useEffect(() => {
    if (error) notifyFailed(words, words.common.notCopied, words.common.notCopiedText);
  }, [error, words]);
  return (
    <Button variant="default" {...looks} onClick={() => copy(value)}>
      {copied ? words.common.copied : label}
    </Button>
  );
}
