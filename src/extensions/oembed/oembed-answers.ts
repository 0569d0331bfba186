import { json, type PlainAnswer } from '../../extension.ts';

const embed = json.object(
  {
    version: json.words('1.0'),
    type: json.words('photo', 'video', 'rich', 'link'),
    provider_name: json.string,
    provider_url: json.string,
    author_name: json.string,
    author_url: json.string,
    title: json.string,
    cache_age: json.integer,
    width: json.integer,
    height: json.integer,
    html: json.string,
    url: json.string,
    thumbnail_url: json.string,
    thumbnail_width: json.integer,
    thumbnail_height: json.integer,
  },
  ['cache_age', 'url', 'thumbnail_url', 'thumbnail_width', 'thumbnail_height'],
);

/** How a post of this site is embedded. */
export const ownEmbedAnswer: PlainAnswer = { schema: embed };

/** The same of another site, whose provider may leave more out. */
export const anyEmbedAnswer: PlainAnswer = { schema: { ...embed, required: ['version', 'type'] } };
