import { anyone, reply, route } from '../../extension.ts';
import { formErrors } from './form-errors.ts';
import { findForm } from './form-store.ts';
import type { FormsParts } from './forms-parts.ts';
import { newQuestions } from './submission/quiz.ts';
import { templateTags } from './template/parse-template.ts';

/** New questions for pages that come from a cache. */
export function refillRoute({ key }: FormsParts) {
  return route({
    method: 'GET',
    path: '/forms/v1/contact-forms/{id:digits}/refill',
    summary: 'Give a shown form new questions.',
    permit: anyone,
    shareable: false,
    handle: async ({ id }, call) => {
      const form = await findForm(call.store, id, call.site);
      if (!form) throw formErrors.forms_not_found();
      const quiz = newQuestions(templateTags(form.properties.form), id, key, call.now);
      return reply(Object.keys(quiz).length > 0 ? { quiz } : [], { headers: { 'Cache-Control': 'no-store' } });
    },
  });
}
