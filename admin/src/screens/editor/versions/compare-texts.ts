import { diffLines, diffWordsWithSpace } from 'diff';

/** A piece of a text, and whether the other text lacks it. */
export interface ComparedPiece {
  readonly text: string;
  readonly isOnlyHere: boolean;
}

export interface ComparedTexts {
  readonly before: readonly ComparedPiece[];
  readonly after: readonly ComparedPiece[];
}

/** How many pieces may differ; texts that share little are shown as wholly different. A time would depend on the machine. */
const maxEditLength = 1_000;

/** Finds the words in which two texts differ. Lines are compared first, so that long texts take little time. */
export function compareTexts(before: string, after: string): ComparedTexts {
  const found: Writable = { before: [], after: [] };
  const lines = diffLines(before, after, { maxEditLength });
  if (!lines) return { before: [piece(before, true)], after: [piece(after, true)] };
  for (let at = 0; at < lines.length; at += 1) {
    const [here, next] = [lines[at], lines[at + 1]];
    if (!here) continue;
    if (here.removed && next?.added) {
      addWords(here.value, next.value, found);
      at += 1;
    } else if (here.removed) found.before.push(piece(here.value, true));
    else if (here.added) found.after.push(piece(here.value, true));
    else for (const side of [found.before, found.after]) side.push(piece(here.value, false));
  }
  return found;
}

interface Writable {
  readonly before: ComparedPiece[];
  readonly after: ComparedPiece[];
}

function addWords(before: string, after: string, found: Writable): void {
  const words = diffWordsWithSpace(before, after, { maxEditLength });
  if (!words) {
    found.before.push(piece(before, true));
    found.after.push(piece(after, true));
    return;
  }
  for (const { value, added, removed } of words) {
    if (!added) found.before.push(piece(value, removed));
    if (!removed) found.after.push(piece(value, added));
  }
}

const piece = (text: string, isOnlyHere: boolean): ComparedPiece => ({ text, isOnlyHere });
