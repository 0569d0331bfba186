import type { ApiRequest, Body } from '../../api/request.ts';
import { visitorRequest } from '../../api/request.ts';
import type { LoginWork } from './login-context.ts';

interface Asked {
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  /** What to write; a read where left out. */
  readonly change?: object;
}

/** Reads or writes through the interface as the user of the session, with the user's own permissions. */
export async function askAsUser(
  { ask, request }: LoginWork,
  nonce: string,
  { path, query = {}, change }: Asked,
): Promise<{ status: number; body: unknown }> {
  const headers = { cookie: request.headers.cookie ?? '', 'x-wp-nonce': nonce };
  const asked = visitorRequest(path, query, { address: request.remote.address, headers });
  const body: Body = change ? { kind: 'json', value: change } : { kind: 'none' };
  const sent: ApiRequest = { ...asked, method: change ? 'POST' : 'GET', body: async () => body };
  const { status, payload } = await ask(sent);
  return { status, body: typeof payload === 'string' ? JSON.parse(payload) : null };
}

/** What a refusal says. */
export const messageOf = (body: unknown): string =>
  typeof body === 'object' && body !== null && 'message' in body && typeof body.message === 'string'
    ? body.message
    : 'This did not work. Please try again.';
