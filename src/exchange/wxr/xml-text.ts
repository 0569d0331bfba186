import { TextDecoder } from 'node:util';

/** Characters that XML 1.0 forbids; texts of old sites contain them anyway. */
const forbidden = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/** A fast pre-check for any of them: nearly all texts have none. */
const suspicious = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uD800-\uDFFF\uFFFE\uFFFF]/;

/** The text without the characters that XML forbids. */
export function xmlSafe(text: string): string {
  return suspicious.test(text) ? text.replace(forbidden, '') : text;
}

/**
 * Decodes a byte stream by the encoding in its XML declaration, UTF-8 by default, and drops characters that
 * XML forbids: real exports contain control characters, and one of those should not make the whole file unreadable.
 */
export async function* decodeXml(chunks: AsyncIterable<Uint8Array | string>): AsyncGenerator<string> {
  let decoder: TextDecoder | null = null;
  // The first half of a surrogate pair at the end of a chunk waits for the second half.
  let pending = '';
  for await (const chunk of chunks) {
    if (typeof chunk !== 'string') decoder ??= decoderFor(chunk);
    const text = pending + (typeof chunk === 'string' ? chunk : decoder!.decode(chunk, { stream: true }));
    const cut = /[\uD800-\uDBFF]$/.test(text) ? text.length - 1 : text.length;
    pending = text.slice(cut);
    if (cut > 0) yield xmlSafe(text.slice(0, cut));
  }
  const rest = xmlSafe(pending + (decoder?.decode() ?? ''));
  if (rest !== '') yield rest;
}

function decoderFor(start: Uint8Array): TextDecoder {
  if (start[0] === 0xff && start[1] === 0xfe) return new TextDecoder('utf-16le');
  if (start[0] === 0xfe && start[1] === 0xff) return new TextDecoder('utf-16be');
  const head = Buffer.from(start.subarray(0, 200)).toString('latin1');
  const named = /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(head)?.[1];
  try {
    return new TextDecoder(named ?? 'utf-8');
  } catch {
    return new TextDecoder('utf-8');
  }
}
