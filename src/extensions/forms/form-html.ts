import type { Site } from '../../extension.ts';
import { renderTime } from './abuse/spam-rules.ts';
import { setChallenge } from './challenge/challenges.ts';
import { setQuiz } from './challenge/quiz.ts';
import { parseSettings } from './model/additional-settings.ts';
import { unitTag } from './model/form-names.ts';
import type { ContactForm } from './model/form-properties.ts';
import { formTemplate } from './model/form-template.ts';
import { noDefaults } from './render/render-context.ts';
import { renderForm } from './render/render-form.ts';
import type { FormsContext } from './submission/forms-context.ts';

const markupVersion = '1';

/** One form, rendered as the nth of its page; `post` and `popup` identify what contains it. */
export function formHtml(
  form: ContactForm,
  site: Site,
  query: URLSearchParams,
  { names, key, botCheck }: Pick<FormsContext, 'names' | 'key' | 'botCheck'>,
  nowMs: number,
): string {
  const number = (name: string) => (/^\d{1,15}$/.test(query.get(name) ?? '') ? Number(query.get(name)) : 0);
  const tag = unitTag(names, form.id, number('post'), number('n') || 1);
  const settings = parseSettings(form.properties.additionalSettings ?? '');
  if (settings.isOn('subscribers_only')) return '<p role="note">Only members of this site can use this form.</p>';
  const hidden: [string, string][] = [
    [names.hidden(), String(form.id)],
    [names.hidden('version'), markupVersion],
    [names.hidden('locale'), form.locale],
    [names.hidden('unit_tag'), tag],
    [names.hidden('container_post'), String(number('post'))],
    [names.hidden('posted_data_hash'), ''],
    [names.hidden('rendered'), renderTime(key, form.id, nowMs)],
    ...(botCheck ? [[names.hidden('bot_token'), ''] satisfies [string, string]] : []),
    ...(number('popup') > 0 ? [[names.hidden('popup'), String(number('popup'))] satisfies [string, string]] : []),
  ];
  const { parts, tags } = formTemplate(form);
  return renderForm(
    {
      template: parts,
      unitTag: tag,
      action: `${site.apiUrl}/forms/v1/contact-forms/${form.id}/feedback`,
      locale: form.locale,
      demo: settings.isOn('demo_mode'),
      acceptanceAsValidation: settings.isOn('acceptance_as_validation'),
      hidden,
      honeypot: names.hidden('website'),
      title: form.title,
      ...(query.has('html_id') ? { htmlId: query.get('html_id')! } : {}),
      ...(query.has('html_name') ? { htmlName: query.get('html_name')! } : {}),
      ...(query.has('html_class') ? { htmlClass: query.get('html_class')! } : {}),
    },
    {
      names,
      tags,
      // The snippet is the same for every visitor; a page can fill in what it knows about its reader itself.
      defaults: { ...noDefaults, parameter: (name) => query.get(`field-${name}`) ?? undefined },
      today: site.zone.localAt(nowMs).slice(0, 10),
      sendLabel: 'Send',
      quiz: (quiz) => setQuiz(quiz, form.id, key, nowMs),
      challenge: (image) => setChallenge(image, form.id, key, site, nowMs),
    },
  );
}
