import { isSpaceAfter, isSpaceBefore } from '../scan/space.ts';

/** Replaces three hyphens by an em dash first; the rest of a run depends on its neighbours. */
export function dashes(text: string): string {
  let out = '';
  let copied = 0;
  for (let at = text.indexOf('-'), end = 0; at !== -1; at = text.indexOf('-', end)) {
    end = at + 1;
    while (end < text.length && text.charCodeAt(end) === 45) end++;
    const written = end - at === 1 ? (isAlone(text, at, end) ? '&#8211;' : '-') : dashRun(text, at, end);
    if (written === '-') continue;
    out += text.slice(copied, at) + written;
    copied = end;
  }
  return copied === 0 ? text : out + text.slice(copied);
}

function dashRun(text: string, at: number, end: number): string {
  const length = end - at;
  if (length > 2) return '&#8212;'.repeat(Math.floor(length / 3)) + ['', '-', '&#8211;'][length % 3];
  if (isAlone(text, at, end)) return '&#8212;';
  // Internationalised host names begin with `xn--`.
  return at >= 2 && text.startsWith('xn', at - 2) ? '--' : '&#8211;';
}

const isAlone = (text: string, at: number, end: number): boolean =>
  (at === 0 || isSpaceBefore(text, at)) && (end === text.length || isSpaceAfter(text, end));
