import { type JsonSchema, json, type PlainAnswer } from '../../../extension.ts';

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
