import { encodedTag } from '../api/conditions/entity-tag.ts';
import { compress, type Encoding } from '../http/compression.ts';
import { type HeaderPairs, PreparedResponse } from '../http/prepared-response.ts';
import type { EncodedPayload, Sent } from '../http/write-response.ts';
import { ownBytes } from './own-bytes.ts';

/** The forms of a response by encoding; a promise while one is being made. */
export type EncodedForms = Map<Encoding, PreparedResponse | Promise<PreparedResponse>>;

/** The compressed forms of a response; one that depends on `Accept-Encoding` begins with what its client got. */
export function encodedForms(sent: Sent, headers: HeaderPairs): EncodedForms | null {
  if (!String(sent.headers['Vary'] ?? '').includes('Accept-Encoding')) return null;
  return new Map(sent.encoded ? [[sent.encoded.encoding, encodedForm(headers, sent.encoded)]] : []);
}

/** How much memory the compressed forms take that are ready. */
export function encodedBytes(forms: EncodedForms | null): number {
  let bytes = 0;
  for (const form of forms?.values() ?? []) if (form instanceof PreparedResponse) bytes += form.bytes;
  return bytes;
}

/** The response in an encoding; it is compressed once, for all who ask for it meanwhile. */
export function inEncoding(
  entry: { readonly plain: PreparedResponse; readonly encoded: EncodedForms | null },
  encoding: Encoding,
  made: (bytes: number) => void,
): PreparedResponse | Promise<PreparedResponse> {
  const forms: EncodedForms = entry.encoded ?? new Map();
  const known = forms.get(encoding);
  if (known) return known;
  const making = compress(entry.plain.payload, encoding).then(
    (payload) => {
      const form = encodedForm(entry.plain.headers(), { encoding, payload });
      forms.set(encoding, form);
      made(form.bytes);
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

function encodedForm(headers: HeaderPairs, { encoding, payload }: EncodedPayload): PreparedResponse {
  const changed = headers.map(([name, value]): [string, string] => {
    if (name === 'Content-Length') return [name, String(payload.byteLength)];
    return [name, name === 'ETag' ? encodedTag(value, encoding) : value];
  });
  return new PreparedResponse(200, [['Content-Encoding', encoding], ...changed], ownBytes(payload));
}
