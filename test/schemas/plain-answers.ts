import type { PathDescription } from '../../src/api/routing/description.ts';
import { type JsonSchema, json } from '../../src/schema/json-schema.ts';

/** The exact schema of a successful answer that shows no resource; undefined where there is none to state. */
export function plainAnswerOf({ path: { template }, namespace }: PathDescription, method: string) {
  if (template === '/') return discovery;
  if (template === `/${namespace}`) return namespaceIndex;
  return answers[`${method} ${template}`];
}

const link = json.object({ href: json.string });

const argument = json.object(
  {
    required: json.boolean,
    // Whatever the argument itself allows.
    default: true,
    enum: json.listOf({ type: ['string', 'integer', 'boolean'] }),
    description: json.string,
    type: json.anyOf(json.string, json.listOf(json.string)),
    items: json.object({ enum: json.listOf(json.string), type: json.string }, ['enum', 'type']),
  },
  ['default', 'enum', 'description', 'type', 'items'],
);

const methods = json.listOf(json.words('GET', 'POST', 'PUT', 'PATCH', 'DELETE'), { least: 1 });

const routes = json.mapOf(
  json.object(
    {
      namespace: json.string,
      methods,
      endpoints: json.listOf(json.object({ methods, args: json.anyOf(json.mapOf(argument), json.emptyList) }), {
        least: 1,
      }),
      _links: json.object({ self: json.string }),
    },
    ['_links'],
  ),
);

const discovery = json.object({
  name: json.string,
  description: json.string,
  url: json.string,
  home: json.string,
  gmt_offset: { type: ['string', 'number'] },
  timezone_string: json.string,
  namespaces: json.listOf(json.string),
  authentication: json.emptyList,
  routes,
  _links: json.object({ help: json.listOf(link) }),
});

const namespaceIndex = json.object({
  namespace: json.string,
  routes,
  _links: json.object({ up: json.listOf(link) }),
});

const texts = json.listOf(json.string);
const flag = json.words(true, false, 0);

const mail = json.object(
  {
    active: json.boolean,
    subject: json.string,
    sender: json.string,
    recipient: json.string,
    body: json.string,
    additional_headers: json.string,
    attachments: json.string,
    use_html: flag,
    exclude_blank: flag,
  },
  ['active'],
);

const form = {
  id: json.orNull(json.integer),
  slug: json.orNull(json.string),
  title: json.string,
  locale: json.string,
  properties: json.object({
    form: json.string,
    mail,
    mail_2: mail,
    messages: json.mapOf(json.string),
    additional_settings: json.orNull(json.string),
    fields: json.listOf(
      json.object({
        type: json.string,
        basetype: json.string,
        name: json.string,
        options: texts,
        raw_values: texts,
        labels: texts,
        values: texts,
        pipes: json.orNull(json.listOf(texts)),
        content: json.string,
      }),
    ),
    settings: json.listOf(texts),
  }),
};

const warnings = json.listOf(json.object({ message: json.string, link: json.string }), { least: 1 });
const checkedForm = json.object({ ...form, config_errors: json.anyOf(json.mapOf(warnings), json.emptyList) });

const problems = json.listOf(
  json.object({
    into: json.string,
    message: json.string,
    idref: json.orNull(json.string),
    error_id: json.string,
    field: json.string,
  }),
);
const quiz = json.mapOf({ ...texts, minItems: 2, maxItems: 2 });
const captcha = json.mapOf(json.string);

const feedback = json.object(
  {
    into: json.string,
    status: json.words(
      'validation_failed',
      'acceptance_missing',
      'spam',
      'aborted',
      'mail_sent',
      'mail_failed',
      'error',
    ),
    message: json.string,
    posted_data_hash: json.string,
    invalid_fields: problems,
    invalidFields: problems,
    quiz,
    captcha,
  },
  ['invalid_fields', 'invalidFields', 'quiz', 'captcha'],
);

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

/** What a provider elsewhere may leave out. */
const foreignEmbed = { ...embed, required: ['version', 'type'] };

/** The envelope of the toolset: what was asked for, or why not. */
const toolset = (members: Readonly<Record<string, JsonSchema>> = {}): JsonSchema =>
  json.anyOf(
    json.object({ ...members, _res: json.words('ok') }),
    json.object({ _res: json.words('err'), _msg: json.string }),
  );

const numbers = json.mapOf(json.integer);
const pictures = json.object(
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

const hash = { hash: json.string };
const count = { count: json.integer };
const forms = '/forms/v1/contact-forms';

const answers: Readonly<Record<string, JsonSchema | undefined>> = {
  'GET /oembed/1.0/embed': embed,
  'GET /oembed/1.0/proxy': foreignEmbed,
  [`GET ${forms}`]: json.listOf(
    json.object({ id: json.integer, slug: json.string, title: json.string, locale: json.string }),
  ),
  [`POST ${forms}`]: checkedForm,
  [`GET ${forms}/{id}`]: json.object({ ...form, id: json.integer, slug: json.string }),
  [`POST ${forms}/{id}`]: checkedForm,
  [`PUT ${forms}/{id}`]: checkedForm,
  [`PATCH ${forms}/{id}`]: checkedForm,
  [`DELETE ${forms}/{id}`]: json.object({ deleted: json.words(true) }),
  [`POST ${forms}/{id}/feedback`]: feedback,
  [`GET ${forms}/{id}/refill`]: json.anyOf(json.object({ quiz, captcha }, ['quiz', 'captcha']), json.emptyList),
  'GET /cache/v1/ping': toolset({ ver: json.string }),
  'GET /cache/v1/token': toolset(),
  'POST /cache/v1/token': toolset(hash),
  'POST /cache/v1/apikey': toolset(),
  'POST /cache/v1/ip_validate': toolset(hash),
  'POST /cache/v1/notify_img': toolset(count),
  'POST /cache/v1/check_img': toolset({ data: pictures }),
  'POST /cache/v1/notify_ucss': toolset(count),
  'POST /cache/v1/notify_vpi': toolset(count),
  'POST /cache/v1/cdn_status': toolset(),
  'POST /cache/v1/err_domains': toolset(hash),
  'POST /cache/v1/toggle_crawler_state': json.words(0, 1),
  'GET /cache/v1/tool/check_ip': json.string,
};
