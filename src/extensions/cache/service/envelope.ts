import { type JsonSchema, json, type PlainAnswer, type Reply, reply } from '../../../extension.ts';

/** The result of a call of the service; success and failure are both sent with 200, and callers read `_res`. */
export type Outcome =
  | { readonly ok: true; readonly members: Readonly<Record<string, unknown>>; readonly noted: string }
  | { readonly ok: false; readonly code: string; readonly wrongProof: boolean; readonly waitSeconds?: number };

/** A success; `noted` is added to the audit line beside time, address and route. */
export const done = (members: Readonly<Record<string, unknown>> = {}, noted = ''): Outcome => ({
  ok: true,
  members,
  noted,
});

/** A failure for another reason than a wrong proof. */
export const failed = (code: string): Outcome => ({ ok: false, code, wrongProof: false });

/** A wrong proof; such failures are counted per address. */
export const unproven = (code: string): Outcome => ({ ok: false, code, wrongProof: true });

export const tooOften = (waitSeconds: number): Outcome => ({
  ok: false,
  code: 'too_often',
  wrongProof: false,
  waitSeconds,
});

/** Responses of the toolset must not be stored by any cache. */
export const unstored = { 'Cache-Control': 'no-store' } as const;

export function envelope(outcome: Outcome): Reply {
  if (outcome.ok) return reply({ ...outcome.members, _res: 'ok' }, { headers: unstored });
  const headers: Record<string, string> = { ...unstored };
  if (outcome.waitSeconds !== undefined) headers['Retry-After'] = String(outcome.waitSeconds);
  return reply({ _res: 'err', _msg: outcome.code }, { headers });
}

/** The envelope of the toolset: what was asked for, or why not. */
export const toolsetAnswer = (members: Readonly<Record<string, JsonSchema>> = {}): PlainAnswer => ({
  schema: json.anyOf(
    json.object({ ...members, _res: json.words('ok') }),
    json.object({ _res: json.words('err'), _msg: json.string }),
  ),
});

const numbers = json.mapOf(json.integer);

/** What the state of the pictures, and of one of them, contains. */
export const pictureState = json.object(
  {
    img_count: numbers,
    optm_summary: numbers,
    _wp_attached_file: json.string,
    // As it was stored with the file.
    _wp_attachment_metadata: true,
    img_data: json.listOf(
      json.object({
        id: json.integer,
        optm_status: json.integer,
        src: json.string,
        srcpath_md5: json.string,
        src_md5: json.string,
        server_info: json.mapOf(json.string),
      }),
    ),
    savings: numbers,
  },
  ['savings'],
);
