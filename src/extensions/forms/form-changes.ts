import { storePostText } from '../../extension.ts';
import { wrongType } from './form-errors.ts';
import { type ContactForm, readLocale } from './model/form-properties.ts';
import { isTrue, type MailTemplate, mailFromWire } from './model/mail-template.ts';
import { readMessages } from './model/messages.ts';
import { stripMarkup } from './render/html.ts';

/** What a client may send to create or change a form; every member may be left out. */
export interface FormInput {
  readonly title?: unknown;
  readonly locale?: unknown;
  readonly form?: unknown;
  readonly mail?: unknown;
  readonly mail_2?: unknown;
  readonly messages?: unknown;
  readonly additional_settings?: unknown;
}

/** The form with the given members changed. A mail or the messages are replaced whole. */
export function applyChanges<Form extends Omit<ContactForm, 'id' | 'slug'>>(
  form: Form,
  input: FormInput,
  writer: { readonly unfiltered: boolean },
): Form {
  const { properties } = form;
  const title = text('title', input.title);
  const locale = text('locale', input.locale);
  const template = text('form', input.form);
  const settings = text('additional_settings', input.additional_settings);
  const messages = members('messages', input.messages);
  return {
    ...form,
    title: title === undefined ? form.title : stripMarkup(title).trim() || 'Untitled',
    locale: locale === undefined ? form.locale : readLocale(locale),
    properties: {
      form: template === undefined ? properties.form : storePostText(plainLines(template), writer).trim(),
      mail: mail('mail', input.mail, () => true) ?? properties.mail,
      mail2: mail('mail_2', input.mail_2, isTrue) ?? properties.mail2,
      messages: messages === undefined ? properties.messages : readMessages(textsOf(messages)),
      additionalSettings: settings === undefined ? properties.additionalSettings : plainLines(settings).trim(),
    },
  };
}

function mail(name: string, given: unknown, isActive: (active: unknown) => boolean): MailTemplate | undefined {
  const value = members(name, given);
  return value && mailFromWire(value, isActive(value['active']));
}

function text(name: string, given: unknown): string | undefined {
  if (given === undefined || given === null) return undefined;
  if (typeof given === 'string' || typeof given === 'number') return String(given);
  throw wrongType(name, 'text');
}

function members(name: string, given: unknown): Readonly<Record<string, unknown>> | undefined {
  if (given === undefined || given === null) return undefined;
  if (typeof given === 'object' && !Array.isArray(given)) return given as Record<string, unknown>;
  throw wrongType(name, 'an object');
}

function textsOf(given: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(given).map(([key, value]) => [key, text(`messages.${key}`, value) ?? '']));
}

const plainLines = (value: string) => value.replace(/\r\n?/g, '\n');
