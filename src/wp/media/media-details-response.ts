import { type JsonSchema, json } from '../../schema/json-schema.ts';

const size = json.object({
  file: json.string,
  width: json.integer,
  height: json.integer,
  mime_type: json.string,
  source_url: json.string,
});

/** Numbers that cameras wrote are texts; databases of other programs hold them as numbers too. */
const figure = { type: ['string', 'number'] };

const imageMeta = json.object({
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
});

const picture = json.object(
  {
    width: json.integer,
    height: json.integer,
    file: json.string,
    sizes: json.anyOf(json.emptyList, json.mapOf(size)),
    image_meta: imageMeta,
  },
  ['image_meta'],
);

/** What an audio or video parser found: plain values under plain names, a track of sound one level deeper. */
const plain = { type: ['string', 'number', 'boolean'] };
const recording = {
  type: 'object',
  properties: { filesize: json.integer, mime_type: json.string, sizes: json.mapOf(size), audio: json.mapOf(plain) },
  required: ['filesize', 'mime_type', 'sizes'],
  additionalProperties: plain,
};

/** The member `media_details` of an answer: of a picture, of a recording, or nothing for any other file. */
export const mediaDetailsResponse: JsonSchema = json.anyOf(json.object({}), picture, recording);
