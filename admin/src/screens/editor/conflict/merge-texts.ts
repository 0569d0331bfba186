import { diffArrays } from 'diff';
import { splitSource } from '../../../editor/source/split-source.ts';

/** A part of a text that two people have changed at the same time. */
export interface MergePiece {
  /** Who has changed it; `none` where it is the same for both. */
  readonly by: 'none' | 'mine' | 'theirs' | 'both';
  readonly base: string;
  readonly mine: string;
  readonly theirs: string;
}

export type Choice = 'mine' | 'theirs' | 'both';

/** The pieces of a text: each with the white space before it, so that joined they are the text. */
function unitsOf(text: string): string[] {
  const { segments, tail } = splitSource(text);
  return [...segments.map(({ lead, source }) => lead + source), ...(tail === '' ? [] : [tail])];
}

/** The place in the other list of each unit that both have, in order; -1 for one that it lacks. */
function places(units: readonly string[], others: readonly string[]): number[] {
  const found: number[] = [];
  let other = 0;
  for (const { count, added, removed } of diffArrays([...units], [...others])) {
    for (let at = 0; at < count; at += 1) {
      if (added) other += 1;
      else if (removed) found.push(-1);
      else {
        found.push(other);
        other += 1;
      }
    }
  }
  return found;
}

/** Divides two versions of a text by what has changed since the one that both began with. */
export function mergePieces(base: string, mine: string, theirs: string): readonly MergePiece[] {
  const [units, own, other] = [unitsOf(base), unitsOf(mine), unitsOf(theirs)];
  const [inMine, inTheirs] = [places(units, own), places(units, other)];
  const found: MergePiece[] = [];
  let [at, x, y] = [0, 0, 0];
  while (at < units.length || x < own.length || y < other.length) {
    let end = at;
    const isShared = (place: number) => (inMine[place] ?? -1) >= x && (inTheirs[place] ?? -1) >= y;
    while (end < units.length && !isShared(end)) end += 1;
    const [ownEnd, otherEnd] =
      end < units.length ? [inMine[end] ?? own.length, inTheirs[end] ?? other.length] : [own.length, other.length];
    if (end > at || ownEnd > x || otherEnd > y)
      add(found, units.slice(at, end).join(''), own.slice(x, ownEnd).join(''), other.slice(y, otherEnd).join(''));
    [at, x, y] = [end, ownEnd, otherEnd];
    const unit = units[at];
    if (unit === undefined) continue;
    add(found, unit, unit, unit);
    [at, x, y] = [at + 1, x + 1, y + 1];
  }
  return found;
}

function add(found: MergePiece[], base: string, mine: string, theirs: string): void {
  const by = mine === theirs ? 'none' : mine === base ? 'theirs' : theirs === base ? 'mine' : 'both';
  const last = found.at(-1);
  if (by === 'none' && last?.by === 'none')
    found[found.length - 1] = { by, base: last.base + base, mine: last.mine + mine, theirs: last.theirs + theirs };
  else found.push({ by, base, mine, theirs });
}

/** What is taken where nobody has chosen: what somebody has changed. */
export const usualChoice = ({ by }: MergePiece): Choice => (by === 'theirs' ? 'theirs' : 'mine');

/** The text with what was chosen for each piece. */
export function mergedText(pieces: readonly MergePiece[], choices: readonly (Choice | undefined)[]): string {
  return pieces
    .map((piece, index) => {
      const choice = choices[index] ?? usualChoice(piece);
      if (choice !== 'both') return piece[choice];
      const gap = piece.mine === '' || piece.theirs === '' || /^\s/.test(piece.theirs) ? '' : '\n\n';
      return piece.mine + gap + piece.theirs;
    })
    .join('');
}
