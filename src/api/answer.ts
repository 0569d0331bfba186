import { Readable } from 'node:stream';
import { ApiError, errors } from '../lib/errors.ts';
import { actingAs, anonymous, type Caller, type NotedChecks } from '../rules/capabilities.ts';
import type { Identified } from '../rules/credential.ts';
import type { Site } from '../rules/site.ts';
import type { Store } from '../storage/store.ts';
import { allowedMethods } from './allowed-methods.ts';
import { gather, refuseBrokenText, validate } from './arguments.ts';
import type { Call, OpenedPreview, PreviewOpener } from './call.ts';
import { readThrough, underConditions } from './conditional-request.ts';
import { createCall, type Engine } from './engine.ts';
import { emptyTree } from './params.ts';
import { type AllowedReply, errorBody, errorStatus, orEmptyList, type RefusalReply, type Reply } from './reply.ts';
import {
  type ApiRequest,
  type ApiResponse,
  type Ask,
  type Body,
  bodyBudget,
  isReadMethod,
  visitorRequest,
} from './request.ts';
import { chooseFields } from './resource/choose-fields.ts';
import { writeJson } from './resource/links.ts';
import { contextShown } from './resource/present.ts';
import { describePath } from './routing/discovery.ts';
import type { Match, RoutePath } from './routing/registry.ts';
import type { Received, Route } from './routing/route.ts';
import { actingIn, mayPropose, permit, scopeRefusal } from './scope-check.ts';
import type { Variant } from './variant.ts';

const nobody = { userId: 0 };
const visitor: Identified = { caller: anonymous, credential: null };

/** Handles one request from authentication to response. Tests, the command line and embedding programs call it too. */
export async function answer(request: ApiRequest, engine: Engine): Promise<ApiResponse> {
  const answered = await identifyAndAnswer(request, engine);
  // A page that stays open for longer than a nonce is valid goes on with the one of the last answer.
  const nonce = engine.renewedNonce(request);
  return nonce === null ? answered : { ...answered, headers: { ...answered.headers, 'X-WP-Nonce': nonce } };
}

async function identifyAndAnswer(request: ApiRequest, engine: Engine): Promise<ApiResponse> {
  const tags = new Set<string>();
  const store = engine.store.observe(tags);
  let site: Site | null = null;
  let call: Call | null = null;
  try {
    site = await engine.site(store);
    const refused = refuseCallback(request, site);
    if (refused) return refused;
    const match = request.method === 'OPTIONS' ? null : engine.registry.find(request.method, request.path);
    const isOpen = match?.endpoint.identified === false;
    const { caller, credential, checks } = actingIn(request, isOpen ? visitor : await engine.identify(request, store));
    const sharing = { allowed: caller.userId === 0 };
    const isVisit = caller.userId === 0 && isReadMethod(request.method);
    const reads = isVisit ? await store.forVisitor() : store;
    const token = previewTokenOf(request);
    const preview = token === null ? null : await previewFor(token, match, engine.openPreview);
    if (token !== null) sharing.allowed = false;
    const own = { caller, credential, store: preview?.reading(reads) ?? reads, site, sharing, tags, preview };
    const asked = preview ? withPreviewPassword(request, preview) : request;
    call = createCall(budgeted(asked, match, caller), engine, { ...own, ask: askAsVisitor(engine) });
    const reply = await respond(match, { call, engine, checks });
    const sent = send(reply, call, sharing.allowed && isShareable(reply, request) ? tags : null);
    return preview ? { ...sent, headers: { ...sent.headers, ...previewHeaders } } : sent;
  } catch (error) {
    return send(
      refusal(error, request, engine, call?.caller ?? nobody),
      { request, site, variant: engine.variant },
      null,
    );
  }
}

/** The request, with its body limited to the budget of the route and caller, whoever reads it. */
function budgeted(request: ApiRequest, match: Match | null, caller: Caller): ApiRequest {
  if (!match) return request;
  const budget = bodyBudget(match.endpoint, request.method, caller);
  return { ...request, body: (intake) => request.body(intake, budget) };
}

async function respond(match: Match | null, calling: Calling): Promise<AllowedReply> {
  const { call, engine } = calling;
  const { request } = call;
  if (request.method === 'OPTIONS') return describe(call, engine);
  if (!match) throw errors.rest_no_route();
  const body: Body = match.endpoint.body === 'files' ? { kind: 'none' } : await request.body();
  const bag = gather(request, match, body);
  const { reply, permitted } = await attempt(match, bag, body, calling);
  const known = isReadMethod(request.method) && permitted !== null ? { endpoint: match.endpoint, permitted } : null;
  const shown = call.variant.protocol.allowAfterWrite === 'shown' ? await contextShown(call) : null;
  const after = shown === null ? bag : { ...bag, context: shown };
  const allow = await allowedMethods(match.routePath, after, call, { withDefaults: true, known });
  return { ...reply, shareable: match.endpoint.shareable, ...(allow.length > 0 ? { allow: allow.join(', ') } : {}) };
}

/** The reply, and whether permission was given; null if the permission check did not run. */
interface Attempt {
  readonly reply: AllowedReply;
  readonly permitted: boolean | null;
}

/** A call and the application that answers it. */
interface Calling {
  readonly call: Call;
  readonly engine: Engine;
  /** What a write checks against the scopes of its credential; null where they are not noted. */
  readonly checks: NotedChecks | null;
}

async function attempt(match: Match, bag: Record<string, unknown>, body: Body, calling: Calling): Promise<Attempt> {
  const { call } = calling;
  let permitted: boolean | null = null;
  try {
    const input = await validateAll(match, bag, body, call);
    permitted = false;
    await permit(match, input, calling);
    permitted = true;
    const reply = match.endpoint.receive
      ? await handleReceived(match, match.endpoint.receive, input, calling)
      : await handle(match, input, calling);
    if (!isReadMethod(call.request.method)) call.forget();
    return { reply: chooseFields(reply, call), permitted };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const refusal = await scopeRefusal(error, match, bag, calling);
    const proposed = mayPropose(refusal, call) ? await calling.engine.propose?.({ match, sent: bag, call }) : null;
    if (proposed) return { reply: proposed, permitted };
    const refused = refusalReply(refusal, call.caller);
    return { reply: match.endpoint.refusal?.(refused, bag) ?? refused, permitted };
  }
}

/** The typed input; what is stored may refuse arguments too. */
async function validateAll(match: Match, bag: Record<string, unknown>, body: Body, call: Call) {
  const { refuseStored } = match.endpoint;
  return validate(match, bag, body, call, refuseStored ? await refuseStored(bag, call) : null);
}

function handle(
  match: Match,
  input: Record<string, unknown>,
  calling: Calling,
  received?: Received,
): Promise<AllowedReply> {
  if (!isReadMethod(calling.call.request.method)) refuseBrokenText(input, calling.call);
  return underConditions(match, input, calling, (call) => match.endpoint.handle(input, call, received));
}

/** A body that the route reads itself brings further arguments, so all arguments are validated and permitted again. */
async function handleReceived(
  match: Match,
  receive: NonNullable<Route['receive']>,
  sent: Record<string, unknown>,
  calling: Calling,
): Promise<AllowedReply> {
  const { call } = calling;
  const received = await receive(call, sent);
  try {
    const bag = gather(call.request, match, received.body);
    const input = await validateAll(match, bag, received.body, call);
    // An id that is no argument of the route is refused by those that make new items.
    await permit(match, { id: bag['id'], ...input }, calling);
    return await handle(match, input, calling, received);
  } finally {
    await received.discard();
  }
}

/**
 * What a request would be refused for before anything is done: a path without a route, arguments that are not valid.
 * Permission is not checked. Null for a request that may go on.
 */
export async function validateRequest(request: ApiRequest, engine: Engine): Promise<RefusalReply | null> {
  const tags = new Set<string>();
  const store = engine.store.observe(tags);
  const { caller, credential } = actingIn(request, await engine.identify(request, store));
  try {
    const match = engine.registry.find(request.method, request.path);
    if (!match) throw errors.rest_no_route();
    const own = { caller, credential, store, tags, site: await engine.site(store), sharing: { allowed: false } };
    const call = createCall(budgeted(request, match, caller), engine, { ...own, ask: askAsVisitor(engine) });
    const body = await call.request.body();
    await validateAll(match, gather(request, match, body), body, call);
    return null;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return refusalReply(error, caller);
  }
}

function isShareable(reply: AllowedReply, request: ApiRequest): boolean {
  if (reply.shareable !== true || !isReadMethod(request.method) || (reply.status ?? 200) !== 200) return false;
  // Responses for editors, or unlocked by a password, must not be shared with other callers.
  return request.query['context'] !== 'edit' && request.query['password'] === undefined;
}

async function describe(call: Call, engine: Engine): Promise<AllowedReply> {
  const found = engine.registry.pathAt(call.request.path);
  if (!found) return { body: [] };
  const allow = await allowedMethods(found, describedBag(found, call, engine), call, { withDefaults: false });
  const headers = Object.assign({}, ...found.endpoints.map((endpoint) => endpoint.describedHeaders?.(call)));
  return {
    ...chooseFields({ body: describePath(found, call.site, { withSchema: true }), headers }, call, []),
    ...(allow.length > 0 ? { allow: allow.join(', ') } : {}),
  };
}

/** What OPTIONS knows of the item: the recorded form looks at parameters only, the current one at the path too. */
function describedBag(found: RoutePath, { request }: Call, engine: Engine): Record<string, unknown> {
  const match = found.endpoints.some((one) => one.form === 'current')
    ? engine.registry.find('GET', request.path)
    : null;
  return match ? gather(request, match, { kind: 'none' }) : { ...request.query };
}

function refusal(error: unknown, request: ApiRequest, engine: Engine, caller: Pick<Caller, 'userId'>): Reply {
  const known = error instanceof ApiError ? error : engine.translate?.(error);
  if (known) return refusalReply(known, caller);
  engine.report(error, request);
  return refusalReply(errors.rest_internal_error(), caller);
}

function refusalReply(error: ApiError, caller: Pick<Caller, 'userId'>): RefusalReply {
  return { status: errorStatus(error, caller), body: errorBody(error, caller), headers: error.headers };
}

/** Reads the interface as an anonymous visitor, within this process. */
export function askAsVisitor(engine: Engine): Ask {
  return async (path, query, visitor) => {
    const { status, payload, tags } = await answer(visitorRequest(path, query, visitor), engine);
    const body: unknown = JSON.parse(String(payload));
    return { status, body, tags };
  };
}

/** On whose behalf other routes are read, and from which store. */
export interface Reader {
  readonly caller: Caller;
  readonly store: Store;
  readonly request: ApiRequest;
}

/** Reads a path of the interface as the caller of another request, within the process; refuses by throwing. */
export type InnerRead = (reader: Reader, path: string, query: Readonly<Record<string, string>>) => Promise<Reply>;

export function innerRead(engine: () => Engine): InnerRead {
  return async ({ caller: asking, store, request }, path, query) => {
    const caller = actingAs(asking, { isReading: true });
    const inner = engine();
    const match = inner.registry.find('GET', path);
    if (!match) throw errors.rest_no_route();
    const params = Object.assign(emptyTree(), query);
    const asked: ApiRequest = { ...request, method: 'GET', path, query: params, body: async () => ({ kind: 'none' }) };
    const own = {
      caller,
      credential: null,
      store,
      site: await inner.site(store),
      sharing: { allowed: false },
      tags: new Set<string>(),
    };
    return readThrough(match, params, createCall(asked, inner, { ...own, ask: askAsVisitor(inner) }));
  };
}

/** Never stored anywhere, and not to be found. */
export const previewHeaders = { 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' };

/** The token that a read was sent with; null for every other request. */
export function previewTokenOf({ method, query }: ApiRequest): string | null {
  const token = query['preview'];
  const isRead = isReadMethod(method);
  return isRead && typeof token === 'string' && /^\d{1,15}\.\d{1,12}\.[\w.-]{1,80}$/.test(token) ? token : null;
}

/** What the token of a request opens; null where that is another item. */
export async function previewFor(
  token: string,
  match: Match | null,
  open: PreviewOpener | undefined,
): Promise<OpenedPreview | null> {
  if (!match?.endpoint.item || !open) return null;
  const opened = await open(token);
  const isSame = opened && `${opened.path}/{id:int}` === match.endpoint.path;
  return isSame && match.pathParams['id'] === String(opened.postId) ? opened : null;
}

/** The request with the password of the item, as if it had been sent. */
export function withPreviewPassword(request: ApiRequest, { password }: OpenedPreview): ApiRequest {
  if (password === '') return request;
  return { ...request, query: Object.assign(Object.create(null), request.query, { password }) };
}

/** What a reply is serialised with. */
interface Around {
  readonly request: ApiRequest;
  /** Null where its settings cannot be read. */
  readonly site: Site | null;
  readonly variant: Variant;
}

/** Serialises a reply: headers, envelope, JSONP callback, body. */
function send(reply: AllowedReply, around: Around, tags: ReadonlySet<string> | null): ApiResponse {
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
  const sent = { status: enveloped ? 200 : status, headers, ...write(body, status, around), tags };
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
function refuseCallback(request: ApiRequest, site: Site): ApiResponse | null {
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

function write(body: unknown, status: number, { request, variant }: Around): Pick<ApiResponse, 'type' | 'payload'> {
  if (body === undefined || status === 204) return { type: 'application/json; charset=UTF-8', payload: null };
  const text = writeJson(body);
  const callback = request.query['_jsonp'];
  const isCalled = typeof callback === 'string' && !(callback === '' && variant.protocol.emptyMeansNone);
  if (!isCalled || request.method !== 'GET') {
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
