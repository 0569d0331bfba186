import { ApiError } from '../../lib/errors.ts';
import { serveTasks } from '../../lib/worker-pool.ts';
import { parseBody, type WholeBody } from './parse-body.ts';
import type { ParsingResult } from './read-body.ts';

serveTasks<WholeBody, ParsingResult>(async (body) => {
  try {
    return { parsed: await parseBody(body) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { code, status, message } = error;
    return { refusal: { code, status, message } };
  }
});
