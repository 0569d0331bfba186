import { start } from '../app/start.ts';
import type { Refusal } from './interface.ts';
import { Refused } from './refused.ts';
import { addressOf, type Query, sendRaw } from './request.ts';

/** One request of several that are answered together. */
export interface Step {
  readonly method?: 'GET' | 'POST' | 'DELETE';
  /** Inside the interface, `/wp/v2/posts`. */
  readonly path: string;
  readonly query?: Query;
  readonly body?: object;
}

export interface StepAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: unknown;
}

/** So many requests fit into one batch. */
export const mostSteps = 100;

/** Answers several requests in one, each by itself. */
export const batch = (steps: readonly Step[]): Promise<readonly StepAnswer[]> => run(steps, false);

/** Answers several requests in one, all or nothing: what refused one of them is thrown. */
export async function atomicBatch(steps: readonly Step[]): Promise<readonly StepAnswer[]> {
  if (steps.length === 0) return [];
  return run(steps, true);
}

async function run(steps: readonly Step[], isAtomic: boolean): Promise<readonly StepAnswer[]> {
  const requests = steps.map(({ method = 'GET', path, query, body }) => ({
    method,
    path: addressOf(path, query).slice(start.apiPath.length),
    ...(body ? { body } : {}),
  }));
  const answer = await sendRaw({ method: 'POST', path: '/platen/v1/batch', body: { atomic: isAtomic, requests } });
  const body = await answer.json().catch(() => null);
  const responses: readonly StepAnswer[] | undefined = body?.responses;
  if (!responses) throw new Refused(answer.status, body);
  if (isAtomic && !body.committed) {
    const failed = responses.find(({ status }) => status >= 400);
    throw new Refused(failed?.status ?? answer.status, (failed?.body ?? null) as Refusal | null);
  }
  return responses;
}

/** A header of an answer; empty where it has none. */
export function headerOf({ headers }: StepAnswer, name: string): string {
  const found = Object.entries(headers).find(([one]) => one.toLowerCase() === name.toLowerCase())?.[1];
  return typeof found === 'string' ? found : (found?.[0] ?? '');
}
