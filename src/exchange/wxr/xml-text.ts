import { TextDecoder } from 'node:util';

/** Characters that XML 1.0 has no way to hold; old sites have them in their texts all the same. */
const unholdable = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/** Whatever could be one of them, told quickly: nearly every text has none. */
const suspicious = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uD800-\uDFFF\uFFFE\uFFFF]/;

/** The text without the characters that no XML file may hold. */
export function holdable(text: string): string {
  return suspicious.test(text) ? text.replace(unholdable, '') : text;
}

/**
 * Decodes a stream of bytes by the encoding its XML declaration names, UTF-8 where it names none, and leaves out what
 * no XML file may hold: real exports have control characters in them, and one of those should not cost the rest.
 */
export async function* decodeXml(chunks: AsyncIterable<Uint8Array | string>): AsyncGenerator<string> {
  let decoder: TextDecoder | null = null;
  // Half of a pair at the end of a chunk waits for its other half.
  let kept = '';
  for await (const chunk of chunks) {
    if (typeof chunk !== 'string') decoder ??= decoderFor(chunk);
    const text = kept + (typeof chunk === 'string' ? chunk : decoder!.decode(chunk, { stream: true }));
    const cut = /[\uD800-\uDBFF]$/.test(text) ? text.length - 1 : text.length;
    kept = text.slice(cut);
    if (cut > 0) yield holdable(text.slice(0, cut));
  }
  const rest = holdable(kept + (decoder?.decode() ?? ''));
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
