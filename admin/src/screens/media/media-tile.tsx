import { Image, Text, UnstyledButton } from '@mantine/core';
import { FileText } from 'lucide-react';
import type { AttachmentEdit } from '../../api/interface.ts';
import { nameOf, thumbnailOf } from './attachment-facts.ts';
import type { Point } from './library-api.ts';
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
      <TileButton
        name={nameOf(item)}
        label={label}
        picture={item.media_type === 'image' ? thumbnailOf(item) : null}
        isChosen={isChosen}
        press={press}
      />
    </li>
  );
}

interface TileButtonProps {
  readonly name: string;
  readonly label?: string | undefined;
  /** The address of what is shown of it; null for a file without a picture. */
  readonly picture: string | null;
  /** What stays in view of the picture. */
  readonly position?: Point | null;
  readonly isChosen?: boolean | undefined;
  readonly press: () => void;
}

/** The picture of a file with its name below it, as a button. */
export function TileButton({ name, label = name, picture, position, isChosen, press }: TileButtonProps) {
  const place = position ? { objectPosition: `${position.x * 100}% ${position.y * 100}%` } : {};
  return (
    <UnstyledButton className={classes['tile']} aria-label={label} aria-pressed={isChosen} onClick={press}>
      {picture === null ? (
        <span className={classes['file']}>
          <FileText size={32} aria-hidden />
        </span>
      ) : (
        <Image
          src={picture}
          alt=""
          className={classes['picture'] ?? ''}
          style={place}
          loading="lazy"
          draggable={false}
        />
      )}
      <Text size="xs" truncate p={6}>
        {name}
      </Text>
    </UnstyledButton>
  );
}
