import { anyone, reply, route } from '../../extension.ts';
import { newChallenges } from './challenge/challenges.ts';
import { formErrors } from './form-errors.ts';
import { findForm } from './form-store.ts';
import type { FormsParts } from './forms-parts.ts';
import { formTags } from './model/form-template.ts';
import { ifAny } from './submission/feedback.ts';
import { newQuestions } from './submission/quiz.ts';

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
      const quiz = newQuestions(formTags(form), id, key, call.now);
      const captcha = newChallenges(formTags(form), id, key, call.site, call.now);
      const filled = { ...ifAny('quiz', quiz), ...ifAny('captcha', captcha) };
      return reply(Object.keys(filled).length > 0 ? filled : [], { headers: { 'Cache-Control': 'no-store' } });
    },
  });
}
