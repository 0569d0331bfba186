const longest = 500;
/** Text beyond this length is not processed. */
const examined = 8_000;

/** Converts text from outside to plain text: no markup, no control characters, only a few lines. */
export function noticeText(value: unknown): string {
  if (typeof value !== 'string') return '';
  const bare = value
    .slice(0, examined)
    .toWellFormed()
    .replace(/<(script|style)\b[^>]*>[\s\S]*?(?:<\/\1\s*>|$)/gi, ' ')
    .replace(/<[^>]*(?:>|$)/g, ' ')
    .replace(/\p{Cc}+/gu, ' ')
    .replace(/ {2,}/g, ' ');
  return bare.trim().slice(0, longest);
}
