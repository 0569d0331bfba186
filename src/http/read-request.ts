import type { IncomingMessage } from 'node:http';
import { bodyBudgets } from '../api/body-budgets.ts';
import { type ParamTree, parseParams } from '../api/params.ts';
import type { ApiRequest, Body } from '../api/request.ts';
import { errors } from '../errors.ts';
import { networkOf } from '../limits/network-of.ts';
import { type BodyReading, readBody } from './body/read-body.ts';
import type { RemoteAddress } from './remote-address.ts';

const root = '/wp-json';
/** As sites without rewriting rules write it. */
const withIndex = `/index.php${root}`;

/** The path and query within the interface that a URL points to; null if it points elsewhere on the site. */
export function apiTarget(
  url: string,
  aliases: ReadonlyMap<string, string> = new Map(),
): { path: string; query: ParamTree } | null {
  const cut = url.indexOf('?');
  const pathname = cut < 0 ? url : url.slice(0, cut);
  const search = cut < 0 ? '' : url.slice(cut + 1);
  const decoded = decodePath(pathname);
  const below = [root, withIndex].find((start) => isBelow(start, pathname));
  if (below) return { path: decoded.slice(below.length) || '/', query: parseParams(search) };
  const alias = aliases.get(decoded);
  if (alias !== undefined) return { path: alias, query: parseParams(search) };
  if ((pathname === '/' || pathname === '/index.php') && search.includes('rest_route')) {
    const query = parseParams(search);
    const { rest_route: route, ...rest } = query;
    if (typeof route === 'string' && route !== '') return { path: route, query: rest };
  }
  return null;
}

const isBelow = (start: string, path: string): boolean =>
  path.startsWith(start) && (path.length === start.length || path[start.length] === '/');

function decodePath(path: string): string {
  if (!path.includes('%')) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    throw errors.rest_invalid_url();
  }
}

/** Converts an HTTP message to a request to the interface. */
export function readRequest(
  message: IncomingMessage,
  target: { path: string; query: ParamTree },
  facts: Pick<BodyReading, 'limits' | 'parsing' | 'room'> & { id: string; remote: RemoteAddress },
): ApiRequest {
  let body: Promise<Body> | null = null;
  return {
    id: facts.id,
    method: effectiveMethod(message, target.query),
    path: target.path,
    query: target.query,
    headers: singleHeaders(message),
    remoteAddress: facts.remote.address,
    secure: facts.remote.secure,
    whenGone: (listener) => {
      message.socket.once('close', listener);
      return () => message.socket.off('close', listener);
    },
    body: (intake, budget = bodyBudgets.visitor) => {
      const { limits, parsing, room } = facts;
      const network = networkOf(facts.remote.address);
      body ??= readBody(message, { budget, limits, parsing, room, network }, intake);
      return body;
    },
  };
}

function effectiveMethod(message: IncomingMessage, query: ParamTree): string {
  const override = query['_method'] ?? message.headers['x-http-method-override'];
  return (typeof override === 'string' && override !== '' ? override : (message.method ?? 'GET')).toUpperCase();
}

/** The runtime joins the values of every header that was sent twice, but for `Set-Cookie`. */
function singleHeaders({ headers }: IncomingMessage): Readonly<Record<string, string | undefined>> {
  const { 'set-cookie': cookies } = headers;
  // Without this one, the values are texts.
  const single = headers as Readonly<Record<string, string | undefined>>;
  return cookies ? { ...single, 'set-cookie': cookies.join(', ') } : single;
}
