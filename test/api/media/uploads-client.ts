import { once } from 'node:events';
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Role } from '../../support/platen.ts';

/** An answer to a request that was written by hand. */
export interface TusAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  // biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the server said
  readonly body: any;
}

export interface TusRequest {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string;
  readonly who?: Role;
}

const version = { 'tus-resumable': '1.0.0' };
export const bytes = { 'content-type': 'application/offset+octet-stream' };

export const authorizationOf = (who: Role): Record<string, string> => {
  const login = who === 'administrator' ? 'admin:pw-administrator' : `the-${who}:pw-${who}`;
  return who === 'anonymous' ? {} : { authorization: `Basic ${Buffer.from(login).toString('base64')}` };
};

/** `Upload-Metadata` of these pairs. */
export const metadata = (pairs: Readonly<Record<string, string>>): { 'upload-metadata': string } => ({
  'upload-metadata': Object.entries(pairs)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(','),
});

/** Sends one request, on a connection of its own. A header that is empty is left out. */
export async function tus(method: string, url: string, asked: TusRequest = {}): Promise<TusAnswer> {
  const { headers = {}, body, who = 'author' } = asked;
  const all = { ...version, ...authorizationOf(who), ...headers };
  const sent = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));
  const question = request(url, { method, headers: sent, agent: false });
  question.end(body);
  const [answer] = (await once(question, 'response')) as [IncomingMessage];
  const said = await text(answer);
  return { status: answer.statusCode ?? 0, headers: answer.headers, body: said === '' ? null : JSON.parse(said) };
}

/** Sends the beginning of a body that it announced as longer, and breaks off once the server has some of it. */
export async function breakOff(
  url: string,
  { headers = {}, body = '', who = 'author' }: TusRequest,
  announced: number,
) {
  const all = { ...version, ...authorizationOf(who), ...bytes, ...headers, 'content-length': String(announced) };
  const question = request(url, { method: 'PATCH', headers: all, agent: false });
  question.on('error', () => {});
  await new Promise<void>((resolve) => question.write(body, () => resolve()));
  return question;
}
