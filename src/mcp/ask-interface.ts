import { Readable } from 'node:stream';
import { answer } from '../api/answer.ts';
import type { Engine } from '../api/engine.ts';
import type { ApiRequest } from '../api/request.ts';
import { stepRequest } from '../http/batch/step.ts';
import type { Members } from '../lib/schema/schema.ts';
import type { Identified } from '../rules/credential.ts';

/** A request to the interface. */
export interface InterfaceQuestion {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly query?: Members;
  readonly body?: Members;
}

export interface InterfaceAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: unknown;
}

/** Asks the interface as the caller: the same route, validation, permission and limits as over HTTP. */
export type AskInterface = (question: InterfaceQuestion) => Promise<InterfaceAnswer>;

/** The interface refused; what it said is for the agent to read. */
export class ToolRefusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: unknown;

  constructor(status: number, code: string, message: string, details?: unknown) {
    super(message);
    this.name = 'ToolRefusal';
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

/** The answer, unless the interface refused. */
export async function accepted(ask: AskInterface, question: InterfaceQuestion): Promise<InterfaceAnswer> {
  const answer = await ask(question);
  if (answer.status >= 400) throw refusalOf(answer);
  return answer;
}

export function refusalOf({ status, body }: Pick<InterfaceAnswer, 'status' | 'body'>): ToolRefusal {
  const { code, message, data } = isMembers(body) ? body : {};
  const params = isMembers(data) ? data['params'] : undefined;
  return new ToolRefusal(status, String(code ?? 'refused'), String(message ?? `Status ${status}.`), params);
}

export const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A path with parameters, as the interface reads them. */
export function pathWith(path: string, query: Members = {}): string {
  const pairs = Object.entries(query).flatMap(([name, value]) => pairsOf(encodeURIComponent(name), value));
  return pairs.length > 0 ? `${path}?${pairs.join('&')}` : path;
}

function pairsOf(name: string, value: unknown): string[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((one) => pairsOf(`${name}[]`, one));
  if (isMembers(value))
    return Object.entries(value).flatMap(([key, one]) => pairsOf(`${name}[${encodeURIComponent(key)}]`, one));
  return [`${name}=${encodeURIComponent(String(value).toWellFormed())}`];
}

/** Asks the interface within the process, as the caller of another request. */
export function askAs(
  engine: Engine,
  { request: outer, caller, credential }: { readonly request: ApiRequest } & Identified,
): AskInterface {
  return async ({ method, path, query, body }) => {
    const request = stepRequest({ method, path: pathWith(path, query), headers: {}, body }, outer);
    // Whoever else asks meanwhile, such as an extension for a visitor, is identified as usual.
    const identify: Engine['identify'] = async (asked, store) =>
      asked === request ? { caller, credential } : engine.identify(asked, store);
    const { status, headers, payload, type } = await answer(request, { ...engine, identify });
    if (payload instanceof Readable) payload.destroy();
    if (typeof payload !== 'string' || !type.startsWith('application/json'))
      throw new ToolRefusal(400, 'refused', 'The interface did not answer with JSON.');
    return { status, headers, body: JSON.parse(payload) };
  };
}
