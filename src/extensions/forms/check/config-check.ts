import { parseSettings } from '../model/additional-settings.ts';
import type { FormProperties } from '../model/form-properties.ts';
import type { Template } from '../template/template.ts';
import { type ConfigSite, mailErrors } from './mail-check.ts';
import { templateErrors } from './template-check.ts';

/** A warning; it never prevents saving a form. */
export interface FormConfigError {
  readonly message: string;
  /** A link to more information; empty when there is none. */
  readonly link: string;
}

/** Warnings by section of the form: what would go wrong if someone filled in only the required fields. */
export function configErrors(
  properties: FormProperties,
  template: Template,
  site: ConfigSite,
): Readonly<Record<string, readonly FormConfigError[]>> {
  const { tags } = template;
  const found: [section: string, message: string][] = [
    ...templateErrors(template).map((message): [string, string] => ['form.body', message]),
    ...mailErrors('mail', properties.mail, tags, site),
    ...(properties.mail2.active ? mailErrors('mail_2', properties.mail2, tags, site) : []),
    ...Object.entries(properties.messages)
      .filter(([, text]) => /<[a-z/!]/i.test(text))
      .map(([key]): [string, string] => [`messages.${key}`, 'Markup in a message is not shown.']),
    ...settingsErrors(properties.additionalSettings ?? ''),
  ];
  const errors: Record<string, FormConfigError[]> = {};
  for (const [section, message] of found) errors[section] = [...(errors[section] ?? []), { message, link: '' }];
  return errors;
}

function settingsErrors(text: string): [string, string][] {
  const old = parseSettings(text).entries.some(([name]) => name === 'on_sent_ok' || name === 'on_submit');
  return old ? [['additional_settings.body', 'Scripts in the settings are not run.']] : [];
}
