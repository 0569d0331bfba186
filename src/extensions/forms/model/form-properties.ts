import { describeTag, type FormTag } from '../template/form-tag.ts';
import { parseTemplate, type Template, templateOf, withLists } from '../template/parse-template.ts';

/** The five properties of a form that its owner edits. */
export interface FormProperties {
  readonly form: string;
  readonly mail: MailTemplate;
  readonly mail2: MailTemplate;
  readonly messages: Messages;
  /** Null until someone sets them. */
  readonly additionalSettings: string | null;
}

/** A stored form. */
export interface ContactForm {
  readonly id: number;
  readonly slug: string;
  readonly title: string;
  readonly locale: string;
  readonly properties: FormProperties;
}

/**
 * The properties as the interface shows them: texts under the first generation's names, and beside them what
 * later generations added, the parsed tags and settings.
 */
export function propertiesToWire(properties: FormProperties, tags: readonly FormTag[]) {
  return {
    form: properties.form,
    mail: mailToWire(properties.mail),
    mail_2: mailToWire(properties.mail2),
    messages: allMessages(properties.messages),
    additional_settings: properties.additionalSettings,
    fields: tags.map(describeTag),
    settings: parseSettings(properties.additionalSettings ?? '').entries.map((entry) => [...entry]),
  };
}

/** The text used for searching: everything the owner wrote. */
export function searchText(properties: FormProperties): string {
  const mails = [properties.mail, properties.mail2].flatMap((mail) => Object.values(mail).map(String));
  return [properties.form, ...mails, ...Object.values(properties.messages), properties.additionalSettings ?? ''].join(
    '\n',
  );
}

/** A locale in the format of forms; anything else is American English. */
export function readLocale(text: string): string {
  return /^[a-z]{2,3}(?:_[A-Za-z_]+)?$/.test(text) ? text : 'en_US';
}

/** The template of a form as visitors see it, with its data lists expanded; parsed once per request. */
export function formTemplate({ locale, properties }: Pick<ContactForm, 'locale' | 'properties'>): Template {
  const { parts } = parseTemplate(properties.form);
  return templateOf(parts.map((part) => ('tag' in part ? { tag: withLists(part.tag, locale) } : part)));
}

/** The mail template of a form, as its owner wrote it, including tags. */
export interface MailTemplate {
  readonly active: boolean;
  readonly subject: string;
  readonly sender: string;
  readonly recipient: string;
  readonly body: string;
  readonly additionalHeaders: string;
  readonly attachments: string;
  readonly useHtml: Flag;
  readonly excludeBlank: Flag;
}

/** The default template has 0 where a stored one has false; clients of the interface see the difference. */
export type Flag = boolean | 0;

/** The template with the interface's member names. */
export function mailToWire(mail: MailTemplate) {
  return {
    active: mail.active,
    subject: mail.subject,
    sender: mail.sender,
    recipient: mail.recipient,
    body: mail.body,
    additional_headers: mail.additionalHeaders,
    attachments: mail.attachments,
    use_html: mail.useHtml,
    exclude_blank: mail.excludeBlank,
  };
}

/**
 * A template from client input: missing members are empty or false. Line ends become LF, blank header lines are
 * removed.
 */
export function mailFromWire(given: Readonly<Record<string, unknown>>, active: boolean): MailTemplate {
  const text = (name: string) => plainText(given[name]).replace(/\r\n?/g, '\n').trim();
  const flag = (name: string) => isTrue(given[name]);
  return {
    active,
    subject: text('subject'),
    sender: text('sender'),
    recipient: text('recipient'),
    body: text('body'),
    additionalHeaders: text('additional_headers')
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '')
      .join('\n'),
    attachments: text('attachments'),
    useHtml: flag('use_html'),
    excludeBlank: flag('exclude_blank'),
  };
}

const plainText = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

/** Parses the various ways in which forms and JSON write true. */
export function isTrue(value: unknown): boolean {
  if (typeof value === 'string') return !['', '0', 'false', 'off', 'no'].includes(value.trim().toLowerCase());
  return value === true || (typeof value === 'number' && value !== 0);
}

/** Every message a form can show, with its default text. */
export const defaultMessages = {
  mail_sent_ok: 'Thanks, your message has reached us.',
  mail_sent_ng: 'Sorry, your message could not be delivered. Please try later.',
  validation_error: 'Please correct the marked fields and send again.',
  // Intentionally the text of a failed delivery: a bot should not learn that it was detected.
  spam: 'Sorry, your message could not be delivered. Please try later.',
  accept_terms: 'Please agree to the conditions first.',
  invalid_required: 'Please fill in this field.',
  invalid_too_long: 'Please shorten this entry.',
  invalid_too_short: 'Please enter more text.',
  invalid_date: 'Please enter a valid date.',
  date_too_early: 'Please choose a later date.',
  date_too_late: 'Please choose an earlier date.',
  upload_failed: 'The file could not be stored.',
  upload_file_type_invalid: 'This kind of file is not accepted.',
  upload_file_too_large: 'This file is larger than allowed.',
  upload_failed_php_error: 'The upload broke off.',
  invalid_number: 'Please enter a number.',
  number_too_small: 'Please enter a larger number.',
  number_too_large: 'Please enter a smaller number.',
  quiz_answer_not_correct: 'That is not the right answer.',
  captcha_not_match: 'The code does not match.',
  invalid_email: 'Please enter a valid e-mail address.',
  invalid_url: 'Please enter a full web address.',
  invalid_tel: 'Please enter a valid phone number.',
  invalid_choice: 'Please pick one of the offered options.',
} as const satisfies Record<string, string>;

/** The name of a message. */
export type MessageKey = keyof typeof defaultMessages;

/** The texts a form has for some or all of its messages. */
export type Messages = Readonly<Partial<Record<MessageKey, string>>>;

/** The messages with known keys, trimmed. */
export function readMessages(given: Readonly<Record<string, string>>): Messages {
  const known = Object.keys(defaultMessages).filter((key) => Object.hasOwn(given, key));
  return Object.fromEntries(known.map((key) => [key, given[key]!.trim()]));
}

/** All messages, with defaults where the form has none. */
export function allMessages(messages: Messages): Readonly<Record<MessageKey, string>> {
  return { ...defaultMessages, ...messages };
}

/** The `name: value` lines of a form, as an owner wrote them. */
export interface AdditionalSettings {
  /** The first value of a name; undefined when no line has it. */
  text(name: string): string | undefined;
  /** True for `on`, `true` and `1`. */
  isOn(name: string): boolean;
  /** Every setting in order, `on` and `off` as booleans. */
  readonly entries: readonly (readonly [name: string, value: string | boolean])[];
}

/** Parses the settings; invalid lines are ignored. */
export function parseSettings(text: string): AdditionalSettings {
  const pairs = text.split(/\r\n|[\r\n]/).flatMap((line): [string, string][] => {
    const parts = /^\s*([A-Za-z0-9_]+)\s*:(.*)$/.exec(line);
    return parts ? [[parts[1]!, parts[2]!.trim()]] : [];
  });
  const first = new Map(pairs.toReversed());
  return {
    text: (name) => first.get(name),
    isOn: (name) => ['on', 'true', '1'].includes(first.get(name)?.toLowerCase() ?? ''),
    entries: pairs.map(([name, value]) => [name, shown.get(value.toLowerCase()) ?? value]),
  };
}

const shown: ReadonlyMap<string, boolean> = new Map([
  ['on', true],
  ['true', true],
  ['off', false],
  ['false', false],
]);
