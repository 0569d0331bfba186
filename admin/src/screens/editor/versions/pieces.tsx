import type { ComparedPiece } from './compare-texts.ts';
import classes from './versions.module.css';

interface PiecesProps {
  readonly pieces: readonly ComparedPiece[];
  /** How the words that the other text lacks are marked. */
  readonly as: 'del' | 'ins';
}

/** A text with the words marked that the other one lacks. */
export function Pieces({ pieces, as: Mark }: PiecesProps) {
  return (
    <pre className={classes['text']}>
      {pieces.map(({ text, isOnlyHere }, index) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces have no other identity
        isOnlyHere ? <Mark key={index}>{text}</Mark> : <span key={index}>{text}</span>,
      )}
    </pre>
  );
}
