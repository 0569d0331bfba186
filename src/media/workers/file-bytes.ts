/** What a file is according to its bytes, regardless of its name. */
export type FileBytes =
  | { readonly kind: 'signature'; readonly mime: string }
  | { readonly kind: 'text'; readonly active: boolean }
  | { readonly kind: 'opaque' };

/** How many bytes at the start of a file are examined; limits the cost of hostile input. */
export const headBytes = 65_536;

/** Formats in a ZIP container. file-type finds them only where the head is long enough, so all count as ZIP files. */
const zipFamily = /^application\/(?:epub\+zip|vnd\.(?:openxmlformats|oasis|ms-(?:word|excel|powerpoint)|apple\.))/;

/**
 * Determines what the first bytes of a file are: a signature, else text, else opaque. Signatures are detected by
 * file-type. The rest covers what it cannot do: it knows neither plain text nor MVG, and mistakes the byte
 * order mark of UTF-16 for MPEG audio.
 */
export async function readFileBytes(head: Uint8Array): Promise<FileBytes> {
  const wide = wideText(head);
  // file-type would mistake its byte order mark for the sync word of MPEG audio.
  if (wide !== undefined) return { kind: 'text', active: markup.test(wide) };
  const start = head.some(isBinaryByte) ? undefined : new TextDecoder().decode(head);
  // MVG is text that image tools execute.
  if (start !== undefined && /^\s*push\s+graphic-context/.test(start)) return { kind: 'signature', mime: 'image/mvg' };
  const mime = await signature(head);
  if (mime !== undefined && !isTextual(mime)) {
    return { kind: 'signature', mime: zipFamily.test(mime) ? 'application/zip' : mime };
  }
  return start === undefined ? { kind: 'opaque' } : { kind: 'text', active: markup.test(start) };
}

async function signature(head: Uint8Array): Promise<string | undefined> {
  const { fileTypeFromBuffer } = await import('file-type');
  try {
    return (await fileTypeFromBuffer(head))?.mime;
  } catch {
    // An error of the library on a broken file must not fail the upload.
    return undefined;
  }
}

/** Text formats that file-type detects only by their first characters, which is no proof: they are checked as text. */
function isTextual(mime: string): boolean {
  return (
    mime.startsWith('text/') || mime === 'application/xml' || mime.endsWith('+xml') || mime === 'application/x-php'
  );
}

/** Markup that a browser or an image tool would execute. */
const markup = /<(?:!doctype|html|head|body|script|svg|iframe|object|embed|img|style|link|meta|a\s|\?xml)/i;

/** The head decoded as UTF-16 if it has that byte order mark. */
function wideText(head: Uint8Array): string | undefined {
  const mark = ((head[0] ?? 0) << 8) | (head[1] ?? 0);
  if (mark !== 0xfffe && mark !== 0xfeff) return undefined;
  try {
    const decoder = new TextDecoder(mark === 0xfffe ? 'utf-16le' : 'utf-16be', { fatal: true });
    const text = decoder.decode(head, { stream: true });
    return /[\0-\x08\x0e-\x1a]/.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}

/** The "binary data bytes" of the WHATWG MIME Sniffing standard. */
function isBinaryByte(byte: number): boolean {
  return byte <= 0x08 || byte === 0x0b || (byte >= 0x0e && byte <= 0x1a) || (byte >= 0x1c && byte <= 0x1f);
}
