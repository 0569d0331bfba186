import { json, type PlainAnswer } from '../../extension.ts';

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

const tag = json.object({
  type: json.string,
  basetype: json.string,
  name: json.string,
  options: texts,
  raw_values: texts,
  labels: texts,
  values: texts,
  pipes: json.orNull(json.listOf(texts)),
  content: json.string,
});

/** A name and its value. */
const setting = { ...json.listOf(json.anyOf(json.string, json.boolean)), minItems: 2, maxItems: 2 };

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
    fields: json.listOf(tag),
    settings: json.listOf(setting),
  }),
};

const warnings = json.listOf(json.object({ message: json.string, link: json.string }), { least: 1 });

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

/** What the routes of forms answer. */
export const formAnswers = {
  list: {
    schema: json.listOf(json.object({ id: json.integer, slug: json.string, title: json.string, locale: json.string })),
  },
  form: { schema: json.object({ ...form, id: json.integer, slug: json.string }) },
  checked: { schema: json.object({ ...form, config_errors: json.anyOf(json.mapOf(warnings), json.emptyList) }) },
  deleted: { schema: json.object({ deleted: json.words(true) }) },
  refill: { schema: json.anyOf(json.object({ quiz, captcha }, ['quiz', 'captcha']), json.emptyList) },
  feedback: {
    schema: json.object(
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
    ),
  },
} satisfies Readonly<Record<string, PlainAnswer>>;
