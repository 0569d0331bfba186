import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { Busboy, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy';
import { emptyTree, type ParamTree, parseParams, setParam } from '../api/params.ts';
import type { Body, FileIntake } from '../api/request.ts';
import { ApiError, errors } from '../errors.ts';

export interface BodyLimits {
  readonly bytes: number;
  readonly fileBytes: number;
  /** Longest pause and longest whole reading time. */
  readonly milliseconds: number;
}

/** Reads a request's body by its announced type; never more than the limits, never longer than the time. */
export async function readBody(message: IncomingMessage, limits: BodyLimits, intake?: FileIntake): Promise<Body> {
  const type = (message.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  if (isEmpty(message)) return type === 'application/json' ? { kind: 'json', value: null } : { kind: 'none' };
  if (type === 'multipart/form-data') return readMultipart(message, limits, intake);
  // A file sent as the body stays a file, whatever its type.
  if (intake && message.headers['content-disposition'] !== undefined) return { kind: 'raw', type, stream: message };
  if (type === 'application/json' || /^application\/[\w.-]+\+json$/.test(type))
    return readJson(await collect(message, limits));
  if (type === 'application/x-www-form-urlencoded') {
    return { kind: 'form', fields: parseParams((await collect(message, limits)).toString('utf8')) };
  }
  return { kind: 'raw', type, stream: message };
}

function isEmpty(message: IncomingMessage): boolean {
  return message.headers['transfer-encoding'] === undefined && (message.headers['content-length'] ?? '0') === '0';
}

/** The whole body in memory, for the types that are parsed whole. */
async function collect(message: IncomingMessage, limits: BodyLimits): Promise<Buffer> {
  if (Number(message.headers['content-length']) > limits.bytes) throw errors.rest_body_too_large();
  const chunks: Buffer[] = [];
  let size = 0;
  const guard = deadline(message, limits.milliseconds);
  try {
    for await (const chunk of message as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > limits.bytes) throw errors.rest_body_too_large();
      chunks.push(chunk);
    }
  } catch (error) {
    throw guard.expired()
      ? errors.rest_body_timeout()
      : error instanceof ApiError
        ? error
        : errors.rest_invalid_body({ why: 'it broke off' });
  } finally {
    guard.end();
  }
  return Buffer.concat(chunks);
}

function deadline(message: IncomingMessage, milliseconds: number): { expired: () => boolean; end: () => void } {
  let expired = false;
  const timer = setTimeout(() => {
    expired = true;
    message.destroy(new Error('The body did not arrive in time.'));
  }, milliseconds);
  return { expired: () => expired, end: () => clearTimeout(timer) };
}

/** The numbers and words that clients of this interface know for what can be wrong with JSON. */
const jsonFaults = {
  depth: { code: 1, why: 'Maximum stack depth exceeded' },
  syntax: { code: 4, why: 'Syntax error' },
  utf8: { code: 5, why: 'Malformed UTF-8 characters, possibly incorrectly encoded' },
  utf16: { code: 10, why: 'Single unpaired high surrogate in Unicode escape' },
};
const deepestJson = 512;

export function readJson(bytes: Buffer): Body {
  if (bytes.length === 0) return { kind: 'json', value: null };
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return { kind: 'broken', ...jsonFaults.utf8 };
  }
  if (isTooDeep(text)) return { kind: 'broken', ...jsonFaults.depth };
  try {
    const value: unknown = JSON.parse(text);
    if (text.includes('\\u') && !isWellFormed(value)) return { kind: 'broken', ...jsonFaults.utf16 };
    return { kind: 'json', value };
  } catch {
    return { kind: 'broken', ...jsonFaults.syntax };
  }
}

function isTooDeep(text: string): boolean {
  let depth = 0;
  let quoted = false;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (quoted) {
      if (c === 92) i++;
      else if (c === 34) quoted = false;
    } else if (c === 34) quoted = true;
    else if (c === 91 || c === 123) {
      if (++depth > deepestJson) return true;
    } else if (c === 93 || c === 125) depth--;
  }
  return false;
}

function isWellFormed(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  if (value === null || typeof value !== 'object') return true;
  return Object.entries(value).every(([key, inner]) => key.isWellFormed() && isWellFormed(inner));
}

const endedPatienceMs = 1_000;

/** Fields into a tree, files to the intake as they stream; without an intake files are passed over. */
function readMultipart(message: IncomingMessage, limits: BodyLimits, intake?: FileIntake): Promise<Body> {
  const fields: ParamTree = emptyTree();
  return new Promise((resolve, reject) => {
    const guard = deadline(message, limits.milliseconds * 10);
    const parts: Readable[] = [];
    const pending: Promise<void>[] = [];
    let over = false;
    const fail = (error: unknown) => {
      if (over) return;
      over = true;
      guard.end();
      message.unpipe();
      message.resume();
      for (const part of parts) part.destroy();
      const refusal = error instanceof ApiError ? error : errors.rest_invalid_body({ why: 'its parts are malformed' });
      // Whoever takes a file in lets go of what it has before the refusal is told.
      Promise.allSettled(pending).then(() => reject(refusal));
    };
    const parser = multipartParser(message, limits);
    if (!parser) return fail(null);
    parser.on('field', (name, value) => setParam(fields, name, value));
    parser.on('file', (field, stream, name, _encoding, type) => {
      // A part that breaks off says so by an error that nobody else listens for.
      stream.on('error', fail);
      parts.push(stream);
      if (!intake) return stream.resume();
      const taken = intake({ field, name: name ?? '', type: type ?? '', stream: Readable.from(bounded(stream)) });
      pending.push(taken);
      taken.catch(fail);
    });
    for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const) {
      parser.on(limit, () => fail(errors.rest_body_too_large()));
    }
    parser.on('error', fail);
    message.on('error', fail);
    message.on('aborted', fail);
    // Some malformed bodies leave the parser waiting for parts that cannot come any more.
    message.on('end', () => pending.length === 0 && setTimeout(fail, endedPatienceMs, null).unref());
    parser.on('finish', () => {
      guard.end();
      Promise.all(pending).then(() => resolve({ kind: 'form', fields }), fail);
    });
    message.pipe(parser);
  });
}

/** Null where the announced type cannot be followed, such as one without a boundary. */
function multipartParser(message: IncomingMessage, limits: BodyLimits): BusboyInstance | null {
  try {
    return new Busboy({
      headers: message.headers as BusboyHeaders,
      limits: {
        fields: 1000,
        fieldSize: limits.bytes,
        files: 20,
        fileSize: limits.fileBytes,
        parts: 1020,
        headerPairs: 100,
      },
    });
  } catch {
    return null;
  }
}

async function* bounded(stream: NodeJS.ReadableStream & { truncated?: boolean }): AsyncIterable<Buffer> {
  for await (const chunk of stream as AsyncIterable<Buffer>) yield chunk;
  if (stream.truncated) throw errors.rest_body_too_large();
}
