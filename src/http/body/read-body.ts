import { constants } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { treeOf } from '../../api/params.ts';
import type { Body, BodyBudget, FileIntake } from '../../api/request.ts';
import { ApiError, errors } from '../../lib/errors.ts';
import { siblingModuleUrl } from '../../lib/sibling-module.ts';
import { createWorkerPool, PoolError } from '../../lib/worker-pool.ts';
import type { BodyMemoryLimit } from './body-memory-limit.ts';
import { type ParsedBody, parseBody, type WholeBody } from './parse-body.ts';
import { collect, gatherChunks, wantedTurns, withDeadline } from './read-chunks.ts';

/** The upper limits of the site's configuration, whatever a budget allows. */
export interface BodyLimits {
  readonly bytes: number;
  readonly fileBytes: number;
  /** Time limit for reading the whole body; ten times as long with files. */
  readonly milliseconds: number;
}

/** What is needed to read a body besides the message. */
export interface BodyReading {
  readonly budget: BodyBudget;
  readonly limits: BodyLimits;
  readonly parsing: ParsingPool;
  readonly room: BodyMemoryLimit;
  /** The sender's; it shares the room with others. */
  readonly network: string;
}

/** Reads a request's body by its content type, within the budget and the time limit. */
export async function readBody(message: IncomingMessage, reading: BodyReading, intake?: FileIntake): Promise<Body> {
  const contentType = message.headers['content-type'] ?? '';
  const type = contentType.split(';')[0]?.trim().toLowerCase() ?? '';
  if (isEmpty(message)) return type === 'application/json' ? { kind: 'json', value: null } : { kind: 'none' };
  const kind = kindOf(type);
  // A file sent as the body stays a file, whatever its type.
  const isFile = intake && kind !== 'multipart' && message.headers['content-disposition'] !== undefined;
  if (!kind || isFile) return { kind: 'raw', type, stream: message };
  const bytes = Math.min(reading.budget.bytes, reading.limits.bytes, constants.MAX_STRING_LENGTH);
  const budget = { ...reading.budget, bytes };
  try {
    if (kind === 'multipart' && intake) return await readFiles(message, { ...reading, budget }, intake);
    return await readWhole(message, kind, contentType, { ...reading, budget });
  } catch (error) {
    const isTooLarge = error instanceof ApiError && error.code === 'rest_body_too_large';
    throw isTooLarge && budget.tooLarge ? budget.tooLarge() : error;
  }
}

function isEmpty(message: IncomingMessage): boolean {
  return message.headers['transfer-encoding'] === undefined && (message.headers['content-length'] ?? '0') === '0';
}

function kindOf(type: string): WholeBody['kind'] | null {
  if (type === 'application/json' || /^application\/[\w.-]+\+json$/.test(type)) return 'json';
  if (type === 'application/x-www-form-urlencoded') return 'form';
  return type === 'multipart/form-data' ? 'multipart' : null;
}

/** Up to this size parsing takes a fraction of a millisecond. */
const quickBytes = 16_384;
/** Up to this size parsing takes a few milliseconds at most, whatever the body contains. */
const smallBytes = 262_144;

async function readWhole(
  message: IncomingMessage,
  kind: WholeBody['kind'],
  contentType: string,
  reading: BodyReading,
): Promise<Body> {
  const { limits, parsing } = reading;
  const { tooLarge: _tooLarge, ...budget } = reading.budget;
  const leave = await enterRoom(message, reading);
  try {
    const bytes = await collect(message, { bytes: budget.bytes, milliseconds: limits.milliseconds });
    const whole: WholeBody = { kind, contentType, bytes, budget };
    // Of many bodies that are complete at once, one is parsed and answered per turn of the event loop.
    if (bytes.length > quickBytes) await new Promise<void>(wantedTurns);
    const parsed = await (bytes.length > smallBytes ? parsing.parse(whole) : parseBody(whole));
    return parsed.kind === 'pairs' ? { kind: 'form', fields: treeOf(parsed.pairs) } : parsed;
  } finally {
    leave();
  }
}

/** Waits until a large body may be read; one without a length counts as the largest it may be. */
async function enterRoom(message: IncomingMessage, { budget, room, network }: BodyReading): Promise<() => void> {
  const announced = Number(message.headers['content-length'] ?? budget.bytes);
  const isRefused = announced > budget.bytes;
  return announced <= smallBytes || isRefused ? () => {} : room.enter(network, announced);
}

/** Reads a form and streams its files to the intake, so that no file is held in memory completely. */
function readFiles(
  message: IncomingMessage,
  { budget, limits: { fileBytes, milliseconds } }: BodyReading,
  intake: FileIntake,
): Promise<Body> {
  return withDeadline(message, milliseconds * 10, async () => {
    const { readMultipart } = await import('./read-multipart.ts');
    const source = gatherChunks(message, budget.bytes + budget.files * fileBytes);
    const pairs = await readMultipart(source, message.headers['content-type'] ?? '', { ...budget, fileBytes }, intake);
    return { kind: 'form', fields: treeOf(pairs) };
  });
}

/** The result of the thread: the parsed body, or an API error as data. */
export type ParsingResult =
  | { readonly parsed: ParsedBody }
  | { readonly refusal: Pick<ApiError, 'code' | 'status' | 'message'> };

/** Parses large bodies in a worker thread, one after the other. */
export interface ParsingPool {
  /** Transfers the body's buffer to the thread; it is detached here afterwards. */
  parse(body: WholeBody): Promise<ParsedBody>;
  close(): Promise<void>;
}

export function createParsingPool(): ParsingPool {
  const pool = createWorkerPool<WholeBody, ParsingResult>({
    body: siblingModuleUrl('./parsing-worker', import.meta.url),
    size: 1,
    mostWaiting: 31,
    deadlineMs: 60_000,
    idleMs: 30_000,
  });
  return {
    async parse(body) {
      const result = await pool.run(body, [body.bytes.buffer]).catch(refuse);
      if ('parsed' in result) return result.parsed;
      throw new ApiError(result.refusal.code, result.refusal.status, result.refusal.message);
    },
    close: () => pool.close(),
  };
}

function refuse(error: unknown): never {
  if (!(error instanceof PoolError)) throw error;
  if (error.failure !== 'failed')
    throw errors.rest_bodies_waiting(undefined, { cause: error, headers: { 'Retry-After': '2' } });
  const { cause } = error;
  if (cause instanceof Error && 'code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY')
    throw errors.rest_body_too_large({ why: 'more than the memory of this server holds' }, { cause });
  throw cause;
}
