import { Readable } from 'node:stream';
import { errors } from '../errors.ts';
import type { Site } from '../rules/site.ts';
import type { AllowedReply } from './reply.ts';
import type { ApiRequest, ApiResponse } from './request.ts';
import { orEmptyList } from './resource/or-empty-list.ts';
import { writeJson } from './resource/written-links.ts';
import type { Variant } from './variant.ts';

interface Around {
  readonly request: ApiRequest;
  /** Null where its settings cannot be read. */
  readonly site: Site | null;
  readonly variant: Variant;
}

/** Serialises a reply: headers, envelope, JSONP callback, body. */
export function send(reply: AllowedReply, around: Around, tags: ReadonlySet<string> | null): ApiResponse {
  const { request, site } = around;
  const own: Record<string, string> = { ...reply.headers };
  if (reply.allow) own['Allow'] = reply.allow;
  if (reply.link) own['Link'] = reply.link;
  if (reply.type) {
    // `replyAs` sets a type only with a body that is sent as it is.
    const payload = reply.body as string | Uint8Array | Readable;
    return {
      status: reply.status ?? 200,
      headers: { ...rootLink(site), ...own },
      type: reply.type,
      payload: headless(request, payload),
      tags,
    };
  }
  const status = reply.status ?? 200;
  const enveloped = request.query['_envelope'] !== undefined;
  const body = enveloped ? { body: reply.body, status, headers: envelopeHeaders(own) } : reply.body;
  const headers = { ...rootLink(site), ...(enveloped ? {} : own) };
  const sent = { status: enveloped ? 200 : status, headers, ...write(body, status, request), tags };
  return reply.version === undefined ? sent : { ...sent, version: reply.version };
}

/** A totals header is text on the wire and a number inside an envelope. */
function envelopeHeaders(own: Readonly<Record<string, string>>): Record<string, unknown> | [] {
  return orEmptyList(
    Object.fromEntries(Object.entries(own).map(([name, value]) => [name, /^\d+$/.test(value) ? Number(value) : value])),
  );
}

const callbackName = /^[\w.]*$/;

/** The error response to a JSONP request whose callback is not a plain function name; null for every other request. */
export function refuseCallback(request: ApiRequest, site: Site): ApiResponse | null {
  const callback = request.query['_jsonp'];
  if (callback === undefined || request.method !== 'GET') return null;
  if (typeof callback === 'string' && callbackName.test(callback)) return null;
  const { code, message } = errors.rest_callback_invalid();
  return {
    status: 400,
    headers: rootLink(site),
    type: scriptType,
    payload: JSON.stringify({ code, message }),
    tags: null,
  };
}

const scriptType = 'application/javascript; charset=UTF-8';
const rootLink = (site: Site | null): Record<string, string> =>
  site ? { Link: `<${site.apiUrl}/>; rel="https://api.w.org/"` } : {};

function write(body: unknown, status: number, request: ApiRequest): Pick<ApiResponse, 'type' | 'payload'> {
  if (body === undefined || status === 204) return { type: 'application/json; charset=UTF-8', payload: null };
  const text = writeJson(body);
  const callback = request.query['_jsonp'];
  if (typeof callback !== 'string' || request.method !== 'GET') {
    return { type: 'application/json; charset=UTF-8', payload: headless(request, text) };
  }
  return { type: scriptType, payload: callback === '' ? text : `/**/${callback}(${escapeForScript(text)})` };
}

/** U+2028 and U+2029 are legal in JSON strings, but are line terminators in older JavaScript. */
function escapeForScript(text: string): string {
  return text.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
}

function headless(request: ApiRequest, payload: string | Uint8Array | Readable): ApiResponse['payload'] {
  if (request.method !== 'HEAD') return payload;
  if (payload instanceof Readable) payload.destroy();
  return null;
}
