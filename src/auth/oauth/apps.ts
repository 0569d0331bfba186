import { randomUUID } from 'node:crypto';
import { FetchRefused } from '../../lib/outbound-url.ts';
import type { Store } from '../../storage/store.ts';
import { oauthErrors } from './oauth-errors.ts';
import { countUse, type OAuthServer } from './oauth-server.ts';
import { type AppRow, appsTable } from './oauth-tables.ts';
import { redirectProblem } from './redirect-rules.ts';

/** What an app says about itself when it registers, or in its document (RFC 7591). */
export interface AppMetadata {
  readonly redirects: readonly string[];
  readonly name: string;
  readonly homepage: string;
}

const mostRedirects = 20;
const longestName = 80;
const longestId = 190;
const freshSeconds = 86_400;
/** An app that registered, or was looked up, and that nobody gave access is forgotten after a week. */
const unusedSeconds = 7 * 86_400;
const mostUnused = 2_000;

export async function findApp(store: Store, clientId: string): Promise<AppRow | null> {
  if (clientId === '' || clientId.length > longestId) return null;
  return (await store.table(appsTable).find({ clientId }))[0] ?? null;
}

/** The app of an id. One whose id is an address is described by what stands there, which is fetched once a day. */
export async function appNamed(server: OAuthServer, store: Store, clientId: string, address: string): Promise<AppRow> {
  const known = await findApp(store, clientId);
  const now = Math.floor(server.clock() / 1000);
  if (known && (known.source !== 'document' || Math.abs(now - known.fetchedAt) < freshSeconds)) return known;
  if (!isDocumentId(clientId)) throw unknownApp();
  await countUse(server.limits.documents, server.limits.allDocuments, address);
  const described = await fetchDocument(server, clientId);
  const facts = { name: described.name, redirects: described.redirects, homepage: described.homepage, fetchedAt: now };
  return store.transaction(async (inner) => {
    await inner.lock(`app ${clientId}`);
    const rows = inner.table(appsTable);
    const before = await findApp(inner, clientId);
    if (before) await rows.update({ id: before.id }, facts);
    else await rows.insert({ ...facts, clientId, source: 'document', createdAt: now, usedAt: 0 });
    return (await findApp(inner, clientId)) ?? refuseUnknown();
  });
}

const unknownApp = () => oauthErrors.invalid_client({ why: 'There is no app with this client_id.' });

function refuseUnknown(): never {
  throw unknownApp();
}

/** An address that may be the id of an app: HTTPS with a path, in the one form that it has. */
export function isDocumentId(clientId: string): boolean {
  const url = clientId.startsWith('https://') && clientId.length <= longestId ? URL.parse(clientId) : null;
  if (!url || url.href !== clientId || url.pathname === '/') return false;
  return url.hash === '' && !clientId.includes('#') && url.username === '' && url.password === '';
}

const longestDocument = 5_120;

async function fetchDocument({ fetch }: OAuthServer, clientId: string): Promise<AppMetadata> {
  const refused = (why: string, cause?: unknown) => oauthErrors.invalid_client({ why }, { cause });
  try {
    const options = { accept: 'application/json', maxBytes: longestDocument, maxRedirects: 0 };
    const { status, body, contentType } = await fetch(clientId, options);
    if (status !== 200 || !/^application\/(?:[\w.-]+\+)?json$/.test(contentType))
      throw refused('The document of the app is not there, or is no JSON.');
    const document: unknown = JSON.parse(body.toString('utf8'));
    const members = isRecord(document) ? document : {};
    if (members['client_id'] !== clientId) throw refused('The document of the app is that of another app.');
    if ('client_secret' in members) throw refused('The document of the app has a secret, which everybody could read.');
    return metadataIn(members);
  } catch (error) {
    if (error instanceof FetchRefused) throw refused('The document of the app cannot be fetched.', error);
    if (error instanceof SyntaxError) throw refused('The document of the app is no JSON.', error);
    throw error;
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads what an app says about itself, and refuses what it cannot be. */
export function metadataIn(sent: Readonly<Record<string, unknown>>): AppMetadata {
  const asked = sent['grant_types'] ?? ['authorization_code'];
  const redirects = sent['redirect_uris'] ?? [];
  if (!isTextList(redirects) || !isTextList(asked))
    throw oauthErrors.invalid_client_metadata({ why: 'redirect_uris and grant_types are lists of texts.' });
  if (redirects.length > mostRedirects)
    throw oauthErrors.invalid_redirect_uri({ why: `An app has at most ${mostRedirects} redirect addresses.` });
  if (redirects.length === 0 && asked.includes('authorization_code'))
    throw oauthErrors.invalid_redirect_uri({ why: 'The app names no redirect address.' });
  const problem = redirects.map(redirectProblem).find((one) => one !== null);
  if (problem) throw oauthErrors.invalid_redirect_uri({ why: problem });
  const homepage = typeof sent['client_uri'] === 'string' ? sent['client_uri'] : '';
  return {
    redirects,
    name: nameIn(sent['client_name']),
    homepage: /^https:\/\//.test(homepage) && URL.canParse(homepage) ? homepage.slice(0, 500) : '',
  };
}

const isTextList = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

/** One short line, without characters that nobody sees or that turn the text around them. */
function nameIn(sent: unknown): string {
  if (typeof sent !== 'string') return '';
  const line = sent.toWellFormed().replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ');
  return [...line.replace(/\s+/g, ' ').trim()].slice(0, longestName).join('');
}

/** Adds an app that asked for it. Those that nobody used are forgotten, and there are never many of them. */
export async function registerApp(
  server: OAuthServer,
  store: Store,
  sent: AppMetadata,
  address: string,
): Promise<AppRow> {
  const { registrations, allRegistrations } = server.limits;
  await countUse(registrations, allRegistrations, address);
  const rows = store.table(appsTable);
  await removeUnusedApps(store, server.clock());
  if ((await rows.count({ source: 'registered', usedAt: 0 })) >= mostUnused)
    throw oauthErrors.temporarily_unavailable({ why: 'Too many apps have registered. Try again in some days.' });
  return addApp(store, { ...sent, source: 'registered' }, server.clock());
}

/** Forgets apps of strangers that nobody gave access; a document that is named again is fetched again. */
export async function removeUnusedApps(store: Store, nowMs: number): Promise<void> {
  const old = { below: Math.floor(nowMs / 1000) - unusedSeconds };
  const rows = store.table(appsTable);
  await rows.remove({ source: 'registered', usedAt: 0, createdAt: old });
  await rows.remove({ source: 'document', usedAt: 0, fetchedAt: old });
}

interface NewApp extends AppMetadata {
  readonly source: AppRow['source'];
}

export async function addApp(store: Store, { name, redirects, homepage, source }: NewApp, nowMs: number) {
  const row = {
    clientId: randomUUID(),
    source,
    name,
    redirects,
    homepage,
    createdAt: Math.floor(nowMs / 1000),
    fetchedAt: 0,
    usedAt: 0,
  };
  return { ...row, id: await store.table(appsTable).insert(row) } satisfies AppRow;
}

/** What people know an app by: its name, else its id. */
export const appName = ({ name, clientId }: Pick<AppRow, 'name' | 'clientId'>): string => name || clientId;
