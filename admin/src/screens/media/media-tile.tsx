import { Image, Text, UnstyledButton } from '@mantine/core';
import { FileText } from 'lucide-react';
import type { AttachmentEdit } from '../../api/interface.ts';
import { nameOf, thumbnailOf } from './attachment-facts.ts';
import classes from './media.module.css';

interface MediaTileProps {
  readonly item: AttachmentEdit;
  /** What pressing it does, where that is not to open it. */
  readonly label?: string;
  /** Whether it is one of several that are chosen; left out where pressing does something at once. */
  readonly isChosen?: boolean | undefined;
  readonly press: () => void;
}

/** One file of the library in a grid. */
export function MediaTile({ item, label, isChosen, press }: MediaTileProps) {
  return (
    <li>
      <UnstyledButton
        className={classes['tile']}
        aria-label={label ?? nameOf(item)}
        aria-pressed={isChosen}
        onClick={press}
      >
        {item.media_type === 'image' ? (
          <Image src={thumbnailOf(item)} alt="" className={classes['picture'] ?? ''} loading="lazy" />
        ) : (
          <span className={classes['file']}>
            <FileText size={32} aria-hidden />
          </span>
        )}
        <Text size="xs" truncate p={6}>
          {nameOf(item)}
        </Text>
      </UnstyledButton>
    </li>
  );
}
