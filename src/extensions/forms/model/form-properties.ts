import { describeTag, type FormTag } from '../template/form-tag.ts';
import { parseSettings } from './additional-settings.ts';
import { type MailTemplate, mailToWire } from './mail-template.ts';
import { allMessages, type Messages } from './messages.ts';

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
