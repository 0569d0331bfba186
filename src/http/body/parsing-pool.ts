import { ApiError, errors } from '../../errors.ts';
import { moduleBeside } from '../../module-beside.ts';
import { createWorkerPool, PoolError } from '../../workers/worker-pool.ts';
import type { ParsedBody, WholeBody } from './parse-body.ts';

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
    body: moduleBeside('./parsing-worker', import.meta.url),
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
