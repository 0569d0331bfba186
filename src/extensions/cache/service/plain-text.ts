const longest = 500;
/** Nobody reads further, and markup is looked for no longer than that. */
const looked = 8_000;

/** Text from outside as plain text: no markup, no control characters, no more than a few lines. */
export function plainText(value: unknown): string {
  if (typeof value !== 'string') return '';
  const bare = value
    .slice(0, looked)
    .toWellFormed()
    .replace(/<(script|style)\b[^>]*>[\s\S]*?(?:<\/\1\s*>|$)/gi, ' ')
    .replace(/<[^>]*(?:>|$)/g, ' ')
    .replace(/\p{Cc}+/gu, ' ')
    .replace(/ {2,}/g, ' ');
  return bare.trim().slice(0, longest);
}
