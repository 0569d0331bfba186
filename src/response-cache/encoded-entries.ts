import { encodedTag } from '../api/conditions/entity-tag.ts';
import { compress, type Encoding } from '../http/compression.ts';
import type { EncodedPayload, Sent } from '../http/write-response.ts';

/** A response with its body in an encoding, or as it is. */
export interface EncodedEntry {
  /** Alternating names and values; the last value is the age. */
  readonly headers: string[];
  readonly payload: Uint8Array;
}

/** The forms of a response by encoding; a promise while one is being made. */
export type EncodedForms = Map<Encoding, EncodedEntry | Promise<EncodedEntry>>;

/** The compressed forms of a response; one that depends on `Accept-Encoding` begins with what its client got. */
export function encodedForms(sent: Sent, headers: readonly string[]): EncodedForms | null {
  if (!String(sent.headers['Vary'] ?? '').includes('Accept-Encoding')) return null;
  return new Map(sent.encoded ? [[sent.encoded.encoding, encodedEntry(headers, sent.encoded)]] : []);
}

/** How much memory the compressed forms take that are ready. */
export function encodedBytes(forms: EncodedForms | null): number {
  let bytes = 0;
  for (const form of forms?.values() ?? []) if (!(form instanceof Promise)) bytes += form.payload.byteLength;
  return bytes;
}

/** The response in an encoding; it is compressed once, for all who ask for it meanwhile. */
export function inEncoding(
  entry: EncodedEntry & { readonly encoded: EncodedForms | null },
  encoding: Encoding,
  made: (bytes: number) => void,
): EncodedEntry | Promise<EncodedEntry> {
  const forms: EncodedForms = entry.encoded ?? new Map();
  const known = forms.get(encoding);
  if (known) return known;
  const making = compress(entry.payload, encoding).then(
    (payload) => {
      const form = encodedEntry(entry.headers, { encoding, payload });
      forms.set(encoding, form);
      made(payload.byteLength);
      return form;
    },
    (error) => {
      forms.delete(encoding);
      throw error;
    },
  );
  forms.set(encoding, making);
  return making;
}

/** The headers stay alternating names and values, with the age last. */
function encodedEntry(headers: readonly string[], { encoding, payload }: EncodedPayload): EncodedEntry {
  const changed = [...headers];
  const change = (name: string, value: (before: string) => string): void => {
    const at = headers.indexOf(name);
    if (at >= 0) changed[at + 1] = value(headers[at + 1] ?? '');
  };
  change('Content-Length', () => String(payload.byteLength));
  change('ETag', (etag) => encodedTag(etag, encoding));
  return { headers: ['Content-Encoding', encoding, ...changed], payload };
}
