import { type Call, type Route, route } from '../../../extension.ts';
import type { ToolsetParts } from '../toolset-parts.ts';
import { writeAudit } from './audit.ts';
import { envelope, type Outcome, tooOften } from './envelope.ts';
import { type Message, readMessage } from './message.ts';
import { nodesOnly } from './node-gate.ts';
import type { Throttle } from './throttle.ts';

/** A route that the service calls: what it does with a message that came from one of its addresses. */
export interface ServiceRoute {
  readonly path: string;
  readonly summary: string;
  readonly mostBytes?: number;
  /** Who may ask; the service's addresses, unless it says otherwise. */
  readonly permit?: (input: unknown, call: Call) => Promise<void>;
  /** What holds an address back after wrong proofs, where it is not the common rule. */
  readonly throttle?: Throttle;
  readonly act: (message: Message, call: Call) => Promise<Outcome>;
}

const usualBytes = 65_536;

export function serviceRoute(definition: ServiceRoute, parts: ToolsetParts): Route {
  const { path, summary, mostBytes = usualBytes, permit = nodesOnly, act } = definition;
  const throttles = [parts.proofs, ...(definition.throttle ? [definition.throttle] : [])];
  return route({
    method: 'POST',
    path,
    summary,
    permit,
    // Read by this handler, after the address has been looked at, and no more of it than this route takes.
    body: 'files',
    handle: async (_input, call) => {
      const { remoteAddress: address } = call.request;
      const waitSeconds = Math.max(...throttles.map((throttle) => throttle.wait(address, path, call.now)));
      if (waitSeconds > 0) return envelope(tooOften(waitSeconds));
      const outcome = await act(await readMessage(call.request, mostBytes), call);
      if (!outcome.ok && outcome.wrongProof) for (const throttle of throttles) throttle.note(address, path, call.now);
      if (outcome.ok) await writeAudit(call.store, { atMs: call.now, address, route: path, noted: outcome.noted });
      return envelope(outcome);
    },
  });
}
