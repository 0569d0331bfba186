import { createHash } from 'node:crypto';
import type { Call } from '../api/call.ts';
import { refuseUnlessHolding } from '../api/conditional-request.ts';
import type { Engine, RefusedWrite } from '../api/engine.ts';
import { versionsWith } from '../api/entity-tag.ts';
import { type Reply, reply } from '../api/reply.ts';
import type { Match } from '../api/routing/registry.ts';
import { recordAudit } from '../background/audit-log.ts';
import type { Outbox } from '../background/mail/outbox.ts';
import type { Queue } from '../background/queue.ts';
import { type BatchContext, runAtomicBatch } from '../http/batch/run-batch.ts';
import { hasFailed, type Step, type StepResponse } from '../http/batch/step.ts';
import { actingAs, type Caller } from '../rules/capabilities.ts';
import type { Store } from '../storage/store.ts';
import { pendingErrors } from './pending-errors.ts';
import { type FieldChange, notPlanned, type PendingRow, pendingTable } from './pending-table.ts';
import type { FindProposable } from './proposable-routes.ts';
import { shownPending } from './shown-pending.ts';

export interface PendingContext extends BatchContext {
  readonly proposable: FindProposable;
  /** Does what is to be done at a time. */
  readonly queue: Pick<Queue, 'enqueue' | 'wake'>;
  readonly mail: Pick<Outbox, 'isConfigured' | 'enqueue'>;
  readonly previews: ChangePreviews;
}

/** The previews of pending changes, which show what is proposed by now. */
export interface ChangePreviews {
  /** Shows the change as it is after an edit. */
  refresh(row: PendingRow, call: Call): Promise<void>;
  /** Ends them, since the change was decided. */
  end(store: Store, changeIds: readonly number[]): Promise<void>;
}

const mostOfAccount = 200;
const mostOfCredential = 100;
const mostBytes = 4 * 1024 * 1024;
const longestNote = 2000;
export const pendingPath = '/platen/v1/pending-changes';

/** The argument with the words for whoever decides. */
export const noteArgument = 'proposal_note';

/**
 * Keeps a write as a pending change: it is tried as the account itself, with all checks, in a transaction that is undone, and
 * stored with what it would change. What the account itself is refused is refused here in the same way.
 */
export async function propose({ match, sent, call }: RefusedWrite, context: PendingContext): Promise<Reply | null> {
  const { ceiling } = call.caller;
  const type = context.proposable(match, call.request.method);
  if (!type || ceiling === null) return null;
  const reading = { ...call, caller: actingAs(call.caller, { isReading: true }) };
  await refuseUnlessHolding(match, sent, { call: reading, engine: context.engine() });
  const write = writeOf(match, sent, call.request.method);
  const base = await baseOf(match, call, context.engine());
  const tried = await tryWrite(write, { ...call, caller: ceiling.account }, context);
  if ('failed' in tried) return reply(tried.failed.body, { status: tried.failed.status });
  const row: Omit<PendingRow, 'id'> = {
    ...write,
    ...tried,
    fields: effective(write, tried.changes),
    type: type.type,
    itemId: Number(match.pathParams['id'] ?? 0),
    state: 'open',
    baseVersion: base,
    note: noteOf(sent, call),
    authorId: call.caller.userId,
    credential: credentialOf(call),
    ownerId: type.stored === 'post' ? await ownerOf(Number(match.pathParams['id'] ?? 0), call) : 0,
    capability: type.capability,
    unfiltered: ceiling.account.can('unfiltered_html') ? 1 : 0,
    createdAt: Math.floor(call.now / 1000),
    changedAt: Math.floor(call.now / 1000),
    decidedBy: 0,
    reason: '',
    comments: [],
    ...notPlanned,
  };
  const id = await insertPending(row, call);
  const [shown] = await shownPending([{ id, ...row }], call);
  const headers = { Location: `${call.site.apiUrl}${pendingPath}/${id}` };
  return reply({ pending_change: shown }, { status: 202, headers });
}

/** What is written, apart from how it is answered. */
type Write = Pick<PendingRow, 'method' | 'path' | 'fields'>;

const asked = new Set(['context', 'id', 'password_confirm']);

export function writeOf(match: Match, sent: Readonly<Record<string, unknown>>, method: string): Write {
  const { routePath, pathParams } = match;
  // As the route is written, however the address was: whoever decides sees the item that is meant.
  const path = routePath.path.template.replace(/\{(\w+):\w+\}/g, (_, name: string) => String(Number(pathParams[name])));
  return { method: method === 'DELETE' ? 'DELETE' : 'POST', path, fields: fieldsIn(match, sent) };
}

/** The arguments that a write is made of. */
export function fieldsIn(
  { endpoint, pathParams }: Match,
  sent: Readonly<Record<string, unknown>>,
): PendingRow['fields'] {
  const names = Object.keys(endpoint.allArgs).filter((name) => !asked.has(name) && !Object.hasOwn(pathParams, name));
  return Object.fromEntries(names.filter((name) => sent[name] !== undefined).map((name) => [name, sent[name]]));
}

/** The version of the item that the change is made for; empty where there is none. */
export async function baseOf({ endpoint, pathParams }: Match, call: Call, engine: Engine): Promise<string> {
  const id = Number(pathParams['id'] ?? 0);
  const state = id > 0 ? await endpoint.item?.({ id }, call).state(call.store) : null;
  return state ? versionsWith(await engine.versionKey())(state) : '';
}

type Tried = Pick<PendingRow, 'changes' | 'title'> | { readonly failed: StepResponse };

/** What the write would do, as the caller sees it who may do it. */
export async function tryWrite({ method, path, fields }: Write, call: Call, context: PendingContext): Promise<Tried> {
  const headers = {};
  const look: Step[] = isItem(path) ? [{ method: 'GET', path: `${path}?context=edit`, headers, body: undefined }] : [];
  const write: Step = { method, path, headers, body: { ...fields }, isLiteral: true };
  const whole = { ...call, caller: actingAs(call.caller, { isReading: false }) };
  const { responses } = await runAtomicBatch([...look, write], whole, context, { isRehearsal: true });
  const failed = responses.findLast(hasFailed);
  if (failed) return { failed };
  const before = isItem(path) ? membersOf(responses[0]?.body) : {};
  const answered = membersOf(responses.at(-1)?.body);
  return {
    title: titleOf(isItem(path) ? before : answered),
    changes: changesOf(method, { fields, before, after: answered }),
  };
}

const longestTitle = 300;

/** A title, a name, or the beginning of a comment. */
function titleOf({ title, name, content }: Readonly<Record<string, unknown>>): string {
  const text = [plainOf(title), plainOf(name), plainOf(content)].find((one) => typeof one === 'string' && one !== '');
  return String(text ?? '').slice(0, longestTitle);
}

/**
 * The fields that are shown to whoever decides. One that was sent as it is already says nothing today, and would undo what
 * somebody else writes until it is decided.
 */
export function effective(
  { method, path, fields }: Write,
  changes: Readonly<Record<string, FieldChange>>,
): PendingRow['fields'] {
  if (method === 'DELETE' || !isItem(path)) return fields;
  return Object.fromEntries(Object.entries(fields).filter(([name]) => Object.hasOwn(changes, name)));
}

const isItem = (path: string): boolean => /\/\d+$/.test(path);

interface Difference {
  readonly fields: PendingRow['fields'];
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
}

/** What was sent and differs, as it is stored; of a removal, that it is gone. */
function changesOf(method: string, { fields, before, after }: Difference): Record<string, FieldChange> {
  if (method === 'DELETE') {
    const isGone = after['deleted'] === true;
    return { status: { from: plainOf(before['status']) ?? null, to: isGone ? 'deleted' : plainOf(after['status']) } };
  }
  const pairs = Object.keys(fields).map((name) => {
    // What no answer shows is said as it was sent: nobody accepts what they have not seen.
    const to = Object.hasOwn(after, name) ? plainOf(after[name]) : fields[name];
    const change: FieldChange = { from: plainOf(before[name]) ?? null, to: to ?? null };
    return [name, change] as const;
  });
  return Object.fromEntries(pairs.filter(([, { from, to }]) => JSON.stringify(from) !== JSON.stringify(to)));
}

/** A text as it is stored, without what is made of it. */
function plainOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('raw' in value)) return value;
  return value.raw;
}

const membersOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};

function noteOf(sent: Readonly<Record<string, unknown>>, { request }: Call): string {
  const note = sent[noteArgument] ?? request.headers['x-proposal-note'];
  return typeof note === 'string' ? note.trim().slice(0, longestNote) : '';
}

/** The id alone may be that of a secret, so that only its digest is stored. */
export function credentialOf({ credential }: Pick<Call, 'credential'>): string {
  if (credential === null) return '';
  return `${credential.kind} ${createHash('sha256').update(credential.id).digest('hex').slice(0, 20)}`;
}

export async function ownerOf(id: number, { store }: Call): Promise<number> {
  return id > 0 ? ((await store.posts.byId(id))?.authorId ?? 0) : 0;
}

export function refuseTooLarge({ fields, changes }: Pick<PendingRow, 'fields' | 'changes'>): void {
  if (Buffer.byteLength(JSON.stringify([fields, changes])) > mostBytes)
    throw pendingErrors.platen_pending_too_large({ bytes: mostBytes });
}

/** Stores a change within the limits; of a person's own changes of an item there is one. */
export async function insertPending(row: Omit<PendingRow, 'id'>, call: Call): Promise<number> {
  refuseTooLarge(row);
  return call.store.transaction(async (store) => {
    await store.lock(`pending changes of ${row.authorId}`);
    const rows = store.table(pendingTable);
    const open = { state: 'open', authorId: row.authorId } as const;
    if ((await rows.count(open)) >= mostOfAccount) throw pendingErrors.platen_pending_full({ most: mostOfAccount });
    if ((await rows.count({ ...open, credential: row.credential })) >= mostOfCredential)
      throw pendingErrors.platen_pending_full({ most: mostOfCredential });
    if (row.credential === '' && row.itemId > 0) {
      const [other] = await rows.find({ ...open, credential: '', path: row.path });
      if (other) throw pendingErrors.platen_pending_exists(undefined, { details: { change: other.id } });
    }
    const id = await rows.insert(row);
    await recordPending(store, 'made', { id, ...row }, call);
    return id;
  });
}

/** Adds what was done with a pending change to the audit log. */
export function recordPending(
  store: Store,
  action: 'made' | 'edited' | 'accepted' | 'declined' | 'withdrawn' | 'scheduled' | 'unscheduled' | 'refused',
  { id, path, method }: Pick<PendingRow, 'id' | 'path' | 'method'>,
  {
    caller,
    now,
    request,
  }: { readonly caller: Pick<Caller, 'userId'>; readonly now: number; readonly request: Call['request'] },
): Promise<void> {
  return recordAudit(store, {
    event: `proposal.${action}`,
    nowMs: now,
    userId: caller.userId,
    objectId: id,
    objectName: path,
    address: request.remoteAddress,
    detail: { method },
  });
}
