import { type InputOf, type Members, s, sentLength, storePostText, textLimits, textTooLong } from '../../extension.ts';
import { stripMarkup } from './markup/html.ts';
import { wrongType } from './model/form-errors.ts';
import { type ContactForm, readLocale } from './model/form-properties.ts';
import { isTrue, type MailTemplate, mailFromWire } from './model/mail-template.ts';
import { readMessages } from './model/messages.ts';

/** What a client may send to create or change a form: accepted, but not listed in discovery. */
export const formArguments = {
  title: s.scalar({ unlisted: true, description: 'Title of the form.' }),
  locale: s.scalar({ unlisted: true, description: 'Language of the form, such as de_DE.' }),
  form: s.scalar({ unlisted: true, description: 'Template of the form.' }),
  mail: s.object({ unlisted: true, description: 'The mail that is sent for a submission.' }),
  mail_2: s.object({ unlisted: true, description: 'A second mail, such as a copy to the sender.' }),
  messages: s.object({ unlisted: true, description: 'What visitors are told, by the name of the occasion.' }),
  additional_settings: s.scalar({ unlisted: true, description: 'Further settings, one per line.' }),
};

export type FormInput = Partial<InputOf<typeof formArguments>>;

/** The form with the given members changed. Mails and messages are replaced as a whole. */
export function applyChanges<Form extends Omit<ContactForm, 'id' | 'slug'>>(
  form: Form,
  input: FormInput,
  writer: { readonly unfiltered: boolean },
): Form {
  for (const name of texts) refuseTooLong(name, input[name]);
  const { properties } = form;
  const title = text('title', input.title);
  const locale = text('locale', input.locale);
  const template = text('form', input.form);
  const settings = text('additional_settings', input.additional_settings);
  return {
    ...form,
    title: title === undefined ? form.title : stripMarkup(title).trim() || 'Untitled',
    locale: locale === undefined ? form.locale : readLocale(locale),
    properties: {
      form: template === undefined ? properties.form : storePostText(plainLines(template), writer).trim(),
      mail: mail(input.mail, () => true) ?? properties.mail,
      mail2: mail(input.mail_2, isTrue) ?? properties.mail2,
      messages: input.messages === undefined ? properties.messages : readMessages(textsOf(input.messages)),
      additionalSettings: settings === undefined ? properties.additionalSettings : plainLines(settings).trim(),
    },
  };
}

function mail(given: Members | undefined, isActive: (active: unknown) => boolean): MailTemplate | undefined {
  return given && mailFromWire(given, isActive(given['active']));
}

function text(name: string, given: unknown): string | undefined {
  if (given === undefined || given === null) return undefined;
  if (typeof given === 'string' || typeof given === 'number') return String(given);
  throw wrongType(name, 'text');
}

function textsOf(given: Members): Record<string, string> {
  return Object.fromEntries(Object.entries(given).map(([key, value]) => [key, text(`messages.${key}`, value) ?? '']));
}

const plainLines = (value: string) => value.replace(/\r\n?/g, '\n');

const texts = ['title', 'locale', 'form', 'mail', 'mail_2', 'messages', 'additional_settings'] as const;

/** Checked first: a longer template would take too long to sanitise and to render. */
function refuseTooLong(name: keyof FormInput, given: unknown): void {
  const limit = name === 'title' || name === 'locale' ? textLimits.setting : textLimits.other;
  if (sentLength(given) > limit.sent) throw textTooLong(name, limit);
}
