import { delimiters } from '../text/blocks/delimiters.ts';
import type { TextForm } from './text-form.ts';

const gap = '\n\n';

/**
 * Parts a stored text into pieces that can be read by themselves; joined by blank lines they are the text again. Where
 * something else than one blank line stands between two of them, they stay together.
 */
export function segmentsOf(stored: string, form: TextForm): string[] {
  return form.name === 'blocks' ? blockSegments(stored) : plainSegments(stored);
}

/** One segment per outermost block. */
function blockSegments(stored: string): string[] {
  const segments: string[] = [];
  let begin = 0;
  let depth = 0;
  for (const { kind, end } of delimiters(stored)) {
    if (kind === 'opener') depth += 1;
    if (kind === 'closer') depth = Math.max(0, depth - 1);
    if (depth > 0 || !stored.startsWith(`${gap}<!-- wp:`, end)) continue;
    segments.push(stored.slice(begin, end));
    begin = end + gap.length;
  }
  segments.push(stored.slice(begin));
  return segments;
}

/** One segment per paragraph; blank lines in preformatted text part nothing. */
function plainSegments(stored: string): string[] {
  const segments: string[] = [];
  let held: string[] = [];
  let isInside = false;
  for (const piece of stored.split(gap)) {
    for (const [tag] of piece.matchAll(/<\/?pre\b/gi)) isInside = tag[1] !== '/';
    held.push(piece);
    if (isInside) continue;
    segments.push(held.join(gap));
    held = [];
  }
  if (held.length > 0) segments.push(held.join(gap));
  return segments;
}
