import { type Call, type JsonSchema, type Limiter, networkOf, type Route, route } from '../../../extension.ts';
import type { ToolsetContext } from '../toolset-context.ts';
import { writeAudit } from './audit.ts';
import { envelope, type Outcome, tooOften } from './envelope.ts';
import { type Message, messageBudget, readMessage } from './message.ts';
import { nodesOnly } from './node-gate.ts';
import { toolsetAnswer } from './toolset-answers.ts';

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
    answers: toolsetAnswer(definition.shown),
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
