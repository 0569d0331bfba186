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
const withIndex = /^\/index\.php\/wp-json(?=\/|$)/;

/** The path and query within the interface that a URL points to; null if it points elsewhere on the site. */
export function apiTarget(
  url: string,
  aliases: ReadonlyMap<string, string> = new Map(),
): { path: string; query: ParamTree } | null {
  const cut = url.indexOf('?');
  const pathname = (cut < 0 ? url : url.slice(0, cut)).replace(withIndex, '/wp-json');
  const search = cut < 0 ? '' : url.slice(cut + 1);
  const decoded = decodePath(pathname);
  if (pathname === root || pathname.startsWith(`${root}/`)) {
    return { path: decoded.slice(root.length) || '/', query: parseParams(search) };
  }
  const alias = aliases.get(decoded);
  if (alias !== undefined) return { path: alias, query: parseParams(search) };
  if ((pathname === '/' || pathname === '/index.php') && search.includes('rest_route')) {
    const query = parseParams(search);
    const { rest_route: route, ...rest } = query;
    if (typeof route === 'string' && route !== '') return { path: route, query: rest };
  }
  return null;
}

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

function singleHeaders(message: IncomingMessage): Record<string, string | undefined> {
  const headers: Record<string, string | undefined> = {};
  for (const [name, value] of Object.entries(message.headers))
    headers[name] = Array.isArray(value) ? value.join(', ') : value;
  return headers;
}
