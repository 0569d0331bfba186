import { anyone, reply, route } from '../../extension.ts';
import { newChallenges } from './challenge/challenges.ts';
import { newQuestions } from './challenge/quiz.ts';
import { formAnswers } from './form-answers.ts';
import { findForm } from './form-store.ts';
import { formErrors } from './model/form-errors.ts';
import { formTemplate } from './model/form-template.ts';
import { ifAny } from './submission/feedback.ts';
import type { FormsContext } from './submission/forms-context.ts';

/** Returns new questions for pages that come from a cache. */
export function refillRoute({ key }: FormsContext) {
  return route({
    method: 'GET',
    path: '/forms/v1/contact-forms/{id:digits}/refill',
    summary: 'Give a shown form new questions.',
    answers: formAnswers.refill,
    permit: anyone,
    shareable: false,
    handle: async ({ id }, call) => {
      const form = await findForm(call.store, id, call.site);
      if (!form) throw formErrors.forms_not_found();
      const { tags } = formTemplate(form);
      const quiz = newQuestions(tags, id, key, call.now);
      const captcha = newChallenges(tags, id, key, call.site, call.now);
      const filled = { ...ifAny('quiz', quiz), ...ifAny('captcha', captcha) };
      return reply(Object.keys(filled).length > 0 ? filled : [], { headers: { 'Cache-Control': 'no-store' } });
    },
  });
}
