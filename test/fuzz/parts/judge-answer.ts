import type { CheckAnswer } from '../../support/check-answer.ts';
import type { Got } from '../core/exchange.ts';
import type { FuzzRole, LeakCheck } from '../world/secrets.ts';

/** A request as it went out, with everything that decides what its answer may look like. */
export interface Asked {
  readonly as: FuzzRole;
  readonly method: string;
  /** Inside the interface, without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** All that was sent, as one text. */
  readonly sent: string;
}

/** Answers that say by design that the server cannot go on now; each has a sentence. */
const announced5xx: Readonly<Record<number, readonly string[] | 'any'>> = {
  // How this interface says that a thing has no trash, and refuses a method that HTTP does not know.
  501: 'any',
  503: [
    'rest_bodies_waiting',
    'rest_too_many_waiting',
    'rest_database_busy',
    'rest_server_busy',
    'rest_text_unfinished',
    'rest_busy',
  ],
  // Refused files have this status in the contract.
  500: [
    'rest_upload_sideload_error',
    'rest_upload_unknown_error',
    'rest_cannot_delete',
    'rest_upload_image_type_not_supported',
  ],
};

export function judgeAnswer(
  asked: Asked,
  { status, headers, text }: Got,
  tools: { readonly checkAnswer: CheckAnswer; readonly leakCheck: LeakCheck },
): string[] {
  const complaints: string[] = [];
  const everything = `${JSON.stringify(headers)}\n${text}`;
  const leaks = tools.leakCheck.leaks(asked.as, everything, asked.sent);
  for (const { about, text: shown } of leaks) complaints.push(`It shows ${about} (${shown}) to the role ${asked.as}.`);
  const type = String(headers['content-type'] ?? '');
  const isJson = type.startsWith('application/json') || type.startsWith('application/javascript');
  if (isJson && text !== '') {
    const outcome = unwrapped(asked, status, text);
    if (typeof outcome === 'string') complaints.push(outcome);
    else {
      const wrong = tools.checkAnswer({ ...asked, ...outcome });
      if (wrong) complaints.push(`The answer (${outcome.status}) does not match its schema: ${wrong}`);
      if (isUnannounced(outcome.status, outcome.body))
        complaints.push(`It answers ${outcome.status}: ${text.slice(0, 300)}`);
    }
  } else if (isUnannounced(status, null)) complaints.push(`It answers ${status}: ${text.slice(0, 300)}`);
  complaints.push(...betrayed(asked, status, headers, tools.leakCheck));
  return complaints;
}

/** The answer inside an envelope or a callback. */
function unwrapped({ query }: Asked, status: number, text: string): { status: number; body: unknown } | string {
  const inner = /^\/\*\*\/[\w.]+\(([\s\S]*)\)$/.exec(text)?.[1] ?? text;
  let body: unknown;
  try {
    body = JSON.parse(inner);
  } catch {
    return `The answer is not JSON: ${text.slice(0, 200)}`;
  }
  if (!query.has('_envelope') || body === null || typeof body !== 'object' || !('headers' in body))
    return { status, body };
  const enveloped = body as unknown as { status: number; body: unknown };
  return { status: enveloped.status, body: enveloped.body };
}

function isUnannounced(status: number, body: unknown): boolean {
  if (status < 500) return false;
  const codes = announced5xx[status];
  if (!codes) return true;
  if (codes === 'any') return false;
  const code = body !== null && typeof body === 'object' && 'code' in body ? body.code : '';
  return !codes.includes(String(code));
}

/** Whoever searches for a hidden text must not learn from a total that it exists. */
function betrayed(asked: Asked, status: number, headers: Got['headers'], leakCheck: LeakCheck): string[] {
  const search = asked.query.get('search') ?? '';
  const total = Number(headers['x-wp-total'] ?? 0);
  if (asked.method !== 'GET' || status !== 200 || total === 0) return [];
  return leakCheck
    .askedFor(asked.as, search)
    .map(({ about }) => `A search tells the role ${asked.as} that ${about} exists.`);
}
