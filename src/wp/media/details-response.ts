import type { FileFacts } from '../../api/variant.ts';
import { type JsonSchema, json, type Output } from '../../lib/schema/json-schema.ts';

/** The member `media_details` of an answer: of a picture, of a recording, or little for any other file. */
export function mediaDetailsResponse(files: FileFacts): Output {
  const { copy, picture } = pictureOutputs(files);
  const recording = {
    type: 'object',
    properties: { filesize: json.integer, mime_type: json.string, sizes: json.mapOf(copy), audio: json.mapOf(plain) },
    required: ['filesize', 'mime_type', 'sizes'],
    additionalProperties: plain,
  };
  const other = json.object({ filesize: json.integer, sizes: json.mapOf(copy) });
  return json.anyOf(json.object({}), picture, recording, ...(files.detailed ? [other] : []));
}

/** What an audio or video parser found: plain values under plain names, a track of sound one level deeper. */
const plain = { type: ['string', 'number', 'boolean'] };

/** How the files of a picture are described; more is said of them where metadata is detailed. */
function pictureOutputs({ detailed }: FileFacts) {
  const bytes: Record<string, JsonSchema> = detailed ? { filesize: json.integer } : {};
  const alt: Record<string, JsonSchema> = detailed ? { alt: json.string } : {};
  const origin: Record<string, JsonSchema> = detailed
    ? { original_image: json.string, parent_image: json.object({ attachment_id: figure, file: json.string }) }
    : {};
  const optional = [...Object.keys(bytes), ...Object.keys(origin)];
  const { mime_type, source_url, ...measures } = size;
  const copy = json.object({ ...measures, ...bytes, mime_type, source_url }, Object.keys(bytes));
  const picture = json.object(
    {
      width: json.integer,
      height: json.integer,
      file: json.string,
      ...bytes,
      sizes: json.anyOf(json.emptyList, json.mapOf(copy)),
      image_meta: json.object({ ...imageMeta, ...alt }, Object.keys(alt)),
      ...origin,
    },
    ['image_meta', ...optional],
  );
  return { copy, picture };
}

const size = {
  file: json.string,
  width: json.integer,
  height: json.integer,
  mime_type: json.string,
  source_url: json.string,
};

/** Numbers that cameras wrote are texts; databases of other programs hold them as numbers too. */
const figure = { type: ['string', 'number'] };

const imageMeta = {
  aperture: figure,
  credit: json.string,
  camera: json.string,
  caption: json.string,
  created_timestamp: figure,
  copyright: json.string,
  focal_length: figure,
  iso: figure,
  shutter_speed: figure,
  title: json.string,
  orientation: figure,
  keywords: json.listOf(json.string),
};
