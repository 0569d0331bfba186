import { gather, validate } from './arguments.ts';
import type { Call } from './call.ts';
import type { ParamTree } from './params.ts';
import type { Reply } from './reply.ts';
import type { Match } from './routing/registry.ts';

/** What a read of another route gives the caller: validated and permitted like any request; refuses by throwing. */
export async function readThrough(
  match: Match,
  query: ParamTree,
  call: Call,
  before: (input: Record<string, unknown>) => Promise<void> = async () => {},
): Promise<Reply> {
  const bag = gather({ ...call.request, query }, match, { kind: 'none' });
  const input = validate(match, bag, { kind: 'none' }, call);
  await match.endpoint.permit(input, call);
  await before(input);
  return match.endpoint.handle(input, call);
}
