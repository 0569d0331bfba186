import { Readable } from 'node:stream';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import type { Pair } from '../../api/params.ts';
import type { BodyBudget, FileIntake } from '../../api/request.ts';
import { ApiError, errors } from '../../lib/errors.ts';

/** The limits for a multipart body. */
export type MultipartBudget = Pick<BodyBudget, 'bytes' | 'fields' | 'files'> & { readonly fileBytes: number };

const finishTimeoutMs = 1_000;

/** The fields of a multipart body as pairs; files are streamed to the intake, or skipped. */
export function readMultipart(
  source: Readable,
  contentType: string,
  budget: MultipartBudget,
  intake?: FileIntake,
): Promise<Pair[]> {
  const pairs: Pair[] = [];
  return new Promise((resolve, reject) => {
    const parts: Readable[] = [];
    const pending: Promise<void>[] = [];
    let over = false;
    const fail = (error: unknown) => {
      if (over) return;
      over = true;
      source.unpipe();
      source.destroy();
      for (const part of parts) part.destroy();
      const refusal = error instanceof ApiError ? error : errors.rest_invalid_body({ why: 'its parts are malformed' });
      // The intakes release their files before the error is reported.
      Promise.allSettled(pending).then(() => reject(refusal));
    };
    const refuse = (stream: Readable, error?: ApiError) => {
      if (error) fail(error);
      stream.destroy();
    };
    const parser = multipartParser(contentType, budget);
    if (!parser) return fail(null);
    let bytesLeft = budget.bytes;
    // The parser's types promise a name; a part that has none comes without.
    parser.on('field', (name: string | undefined, value, _nameTruncated, truncated) => {
      if (name === undefined) return fail(nameless());
      bytesLeft -= name.length + value.length;
      if (truncated || bytesLeft < 0) return fail(tooLarge(`its fields have more than ${budget.bytes} bytes`));
      pairs.push([name, value]);
    });
    parser.on('file', (field: string | undefined, stream, name, _encoding, type) => {
      // An incomplete part emits an error that nothing else handles.
      stream.on('error', fail);
      parts.push(stream);
      if (field === undefined) return refuse(stream, nameless());
      // After a refusal the parser goes on to the end of its piece; nobody takes what it still finds.
      if (over) return refuse(stream);
      if (!intake) return stream.resume();
      const handed = Readable.from(bounded(stream));
      // An intake that passes a file over does not listen for its errors.
      handed.on('error', fail);
      const taken = intake({ field, name: name ?? '', type: type ?? '', stream: handed });
      pending.push(taken);
      taken.catch(fail);
    });
    parser.on('fieldsLimit', () => fail(tooLarge(`more than ${budget.fields} fields`)));
    parser.on('filesLimit', () => fail(tooLarge(`more than ${budget.files} files`)));
    parser.on('partsLimit', () => fail(tooLarge(`more than ${budget.fields + budget.files} parts`)));
    parser.on('error', fail);
    source.on('error', fail);
    // Some malformed bodies leave the parser waiting for parts that can no longer arrive.
    const giveUp = () => setTimeout(fail, finishTimeoutMs, null).unref();
    source.on('end', () => Promise.allSettled(pending).then(giveUp));
    parser.on('finish', () => Promise.all(pending).then(() => resolve(pairs), fail));
    source.pipe(parser);
  });
}

const nameless = () => errors.rest_invalid_body({ why: 'one of its parts has no name' });
const tooLarge = (why: string) => errors.rest_body_too_large({ why });

/** Null if the content type is unusable, such as one without a boundary. */
function multipartParser(
  contentType: string,
  { bytes, fields, files, fileBytes }: MultipartBudget,
): BusboyInstance | null {
  const limits = {
    fields,
    files,
    parts: fields + files,
    fieldSize: bytes,
    fileSize: fileBytes,
    headerPairs: 100,
    headerSize: 16_384,
  };
  try {
    return new Busboy({ headers: { 'content-type': contentType }, limits });
  } catch {
    return null;
  }
}

async function* bounded(stream: AsyncIterable<Buffer> & { truncated?: boolean }): AsyncIterable<Buffer> {
  for await (const chunk of stream) yield chunk;
  if (stream.truncated) throw errors.rest_body_too_large({ why: 'one of its files' });
}
