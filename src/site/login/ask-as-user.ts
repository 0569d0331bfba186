import type { ApiRequest, ApiResponse, Body } from '../../api/request.ts';
import { visitorRequest } from '../../api/request.ts';
import type { LoginWork } from './login-context.ts';

interface Asked {
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  /** What to write; a read where left out. */
  readonly change?: object;
}

/** Reads or writes through the interface as the user of the session, with the user's own permissions. */
export const askAsUser = (work: LoginWork, nonce: string, asked: Asked): Promise<Answered> =>
  send(work, { cookie: work.request.headers.cookie ?? '', 'x-wp-nonce': nonce }, asked);

/** Reads or writes through the interface as a visitor, from the address of the browser. */
export const askAsVisitor = (work: LoginWork, asked: Asked): Promise<Answered> => send(work, {}, asked);

export interface Answered {
  readonly status: number;
  readonly body: unknown;
  readonly headers: ApiResponse['headers'];
}

async function send(
  { ask, request }: LoginWork,
  headers: Readonly<Record<string, string>>,
  { path, query = {}, change }: Asked,
): Promise<Answered> {
  const asked = visitorRequest(path, query, { address: request.remote.address, headers });
  const body: Body = change ? { kind: 'json', value: change } : { kind: 'none' };
  const sent: ApiRequest = { ...asked, method: change ? 'POST' : 'GET', body: async () => body };
  const { status, payload, headers: answered } = await ask(sent);
  return { status, body: typeof payload === 'string' ? JSON.parse(payload) : null, headers: answered };
}
