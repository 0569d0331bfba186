import { BlockList, isIP } from 'node:net';
import {
  type Call,
  type ExtensionTable,
  errors,
  type JsonSchema,
  type Limiter,
  networkOf,
  type Route,
  route,
  type Store,
} from '../../../extension.ts';
import { readSetting } from '../settings.ts';
import type { ToolsetContext } from '../toolset-context.ts';
import { envelope, type Outcome, toolsetAnswer, tooOften } from './envelope.ts';
import { type Message, messageBudget, readMessage } from './message.ts';

/** A route for the service, and its handler for messages from the service's addresses. */
export interface ServiceRoute {
  readonly path: string;
  readonly summary: string;
  readonly mostBytes?: number;
  /** The members of a successful answer beside `_res`. */
  readonly shown?: Readonly<Record<string, JsonSchema>>;
  /** Who may call it; by default the service's addresses. */
  readonly permit?: (input: unknown, call: Call) => Promise<void>;
  /** Limits wrong proofs of an address, in addition to the common limit. */
  readonly limiter?: Limiter;
  readonly handle: (message: Message, call: Call) => Promise<Outcome>;
}

const usualBytes = 65_536;

export function serviceRoute(definition: ServiceRoute, context: ToolsetContext): Route {
  const { path, summary, mostBytes = usualBytes, permit = nodesOnly, handle } = definition;
  const limiters = [context.proofs, ...(definition.limiter ? [definition.limiter] : [])];
  return route({
    method: 'POST',
    path,
    summary,
    response: toolsetAnswer(definition.shown),
    permit,
    // The handler reads the body itself, after the address is checked and within the limit of this route.
    body: 'files',
    budget: messageBudget(mostBytes),
    handle: async (_input, call) => {
      const { remoteAddress: address } = call.request;
      const key = `${path} ${networkOf(address)}`;
      const waitSeconds = Math.max(...(await Promise.all(limiters.map((limiter) => limiter.wait(key)))));
      if (waitSeconds > 0) return envelope(tooOften(waitSeconds));
      const outcome = await handle(await readMessage(call.request, mostBytes), call);
      if (!outcome.ok && outcome.wrongProof) await Promise.all(limiters.map((limiter) => limiter.consume(key)));
      if (outcome.ok) await writeAudit(call.store, { atMs: call.now, address, route: path, noted: outcome.noted });
      return envelope(outcome);
    },
  });
}

/** Rejects calls from outside the service's addresses, administrators included. */
export async function nodesOnly(_input: unknown, call: Call): Promise<void> {
  if (!(await isNode(call))) throw errors.rest_forbidden();
}

/**
 * Whether the request comes from an address of the service; this alone proves nothing, since a proxy may be in between.
 */
export async function isNode({ request, store }: Pick<Call, 'request' | 'store'>): Promise<boolean> {
  return isWithin(request.remoteAddress, await readSetting(store, 'nodes'));
}

export function isWithin(address: string, networks: readonly string[]): boolean {
  const family = isIP(address);
  if (family === 0) return false;
  const list = new BlockList();
  for (const network of networks) {
    const [start = '', bits] = network.split('/');
    const kind = isIP(start) === 6 ? 'ipv6' : 'ipv4';
    const most = kind === 'ipv6' ? 128 : 32;
    list.addSubnet(start, Math.min(bits === undefined ? most : Number(bits), most), kind);
  }
  return list.check(address, family === 6 ? 'ipv6' : 'ipv4');
}

interface AuditRow {
  id: number;
  atMs: number;
  address: string;
  route: string;
  noted: string;
}

/** One line for each accepted call of the service; without secrets. */
export const auditTable: ExtensionTable<AuditRow> = {
  name: 'cache_audit',
  columns: { id: 'id', atMs: 'integer', address: 'short', route: 'short', noted: 'text' },
  key: 'id',
};

const maxLines = 5_000;

export async function writeAudit(store: Store, line: Omit<AuditRow, 'id'>): Promise<void> {
  const id = await store.table(auditTable).insert(line);
  if (id % 500 === 0) await store.table(auditTable).remove({ id: { below: id - maxLines } });
}

/** The last lines, newest first. */
export const lastAudit = (store: Store, limit: number): Promise<AuditRow[]> =>
  store.table(auditTable).find({}, { by: 'id', direction: 'desc' }, { limit, offset: 0 });
