import { decodePhp, encodePhp } from './php-serialized.ts';

/** A serialised value with changed texts, or why it cannot be changed. */
type ChangedPhp = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly reason: string };

/** Whether a stored text is, or was once, a serialised value that can hold texts. */
export function looksSerialized(text: string): boolean {
  return /^(?:[aOC]:\d+:|s:\d+:")/.test(text);
}

/**
 * Changes the texts in a serialised value and their lengths, and nothing else: keys, names of classes, numbers and
 * references stay byte for byte. `change` returns the new text, or null to give the whole value up. A value that is
 * damaged, or that has a part of a format of its own which `isMeant` recognises, is refused.
 */
export function changePhpTexts(
  text: string,
  change: (part: string) => string | null,
  isMeant: (part: string) => boolean,
): ChangedPhp {
  const written: string[] = [];
  // From here on, the text was not written yet.
  let copied = 0;
  let reason: string | null = null;
  const read = decodePhp(text, {
    text(part, from, to) {
      const changed = change(part);
      if (changed === null) reason = 'a value inside of it is damaged';
      else if (changed !== part) {
        written.push(text.slice(copied, from), encodePhp(changed));
        copied = to;
      }
      return changed !== null;
    },
    custom(part) {
      if (isMeant(part)) reason = 'a class in it has a format of its own';
      return reason === null;
    },
  });
  if (!read.ok) return { ok: false, reason: reason ?? `it makes no sense at ${read.at}` };
  return { ok: true, text: written.join('') + text.slice(copied) };
}
