/** The value of a mail tag; undefined leaves the tag unchanged. */
export type MailTagLookup = (name: string, values: readonly string[]) => string | undefined;

/** Fills in the tags of a text; doubled brackets print a tag literally. */
export function fillTags(text: string, lookup: MailTagLookup): string {
  return fill(text, lookup).text;
}

/** Fills in a body; with `excludeBlank`, a line whose tags are all empty is removed. */
export function fillBody(text: string, lookup: MailTagLookup, excludeBlank: boolean): string {
  if (!excludeBlank) return fillTags(text, lookup);
  return text
    .split('\n')
    .map((line) => fill(line, lookup))
    .filter(({ tags, filled }) => tags === 0 || filled > 0)
    .map((line) => line.text)
    .join('\n');
}

const mailTag = /(\[?)\[([A-Za-z_][A-Za-z0-9_:.-]*)((?:\s+(?:"[^"]*"|'[^']*'))*)\s*\](\]?)/g;

function fill(text: string, lookup: MailTagLookup): { text: string; tags: number; filled: number } {
  let tags = 0;
  let filled = 0;
  const result = text.replace(mailTag, (whole, before: string, name: string, quoted: string, after: string) => {
    if (before !== '' && after !== '') return whole.slice(1, -1);
    const value = lookup(
      name,
      [...quoted.matchAll(/"([^"]*)"|'([^']*)'/g)].map((part) => part[1] ?? part[2] ?? ''),
    );
    if (value === undefined) return whole;
    tags++;
    if (value !== '') filled++;
    return before + value + after;
  });
  return { text: result, tags, filled };
}
