import { type Reply, reply } from '../../../extension.ts';

/** How a call of the service ended; both ways are sent with 200, and callers look at `_res`. */
export type Outcome =
  | { readonly ok: true; readonly members: Readonly<Record<string, unknown>>; readonly noted: string }
  | { readonly ok: false; readonly code: string; readonly wrongProof: boolean; readonly waitSeconds?: number };

/** It went well; `noted` is what the audit says of it beside time, address and route. */
export const done = (members: Readonly<Record<string, unknown>> = {}, noted = ''): Outcome => ({
  ok: true,
  members,
  noted,
});

/** It cannot be done, by no fault of the proof. */
export const failed = (code: string): Outcome => ({ ok: false, code, wrongProof: false });

/** The proof is wrong; such failures are counted against the address they come from. */
export const unproven = (code: string): Outcome => ({ ok: false, code, wrongProof: true });

export const tooOften = (waitSeconds: number): Outcome => ({
  ok: false,
  code: 'too_often',
  wrongProof: false,
  waitSeconds,
});

/** No answer of the toolset is stored by any cache. */
export const unstored = { 'Cache-Control': 'no-store' } as const;

export function envelope(outcome: Outcome): Reply {
  if (outcome.ok) return reply({ ...outcome.members, _res: 'ok' }, { headers: unstored });
  const headers: Record<string, string> = { ...unstored };
  if (outcome.waitSeconds !== undefined) headers['Retry-After'] = String(outcome.waitSeconds);
  return reply({ _res: 'err', _msg: outcome.code }, { headers });
}
