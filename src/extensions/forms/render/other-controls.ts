import { escapeHtml } from '../../../extension.ts';
import { challengeSize } from '../challenge/challenge-image.ts';
import { reduced } from '../model/form-names.ts';
import { type FormTag, shownValues } from '../template/form-tag.ts';
import { classOptions, hasOption, idOption, integerOption, tagSizes } from '../template/tag-options.ts';
import { allowedTypes } from '../template/upload-rules.ts';
import type { FormRenderContext } from './control.ts';
import { commonAttributes, controlClass, wrap } from './control.ts';
import { element, voidElement } from './html.ts';

/** file; `accept` is a hint for the browser, the server decides. */
export function fileInput(tag: FormTag, context: FormRenderContext): string {
  const input = voidElement('input', {
    type: 'file',
    name: tag.name,
    size: tagSizes(tag).size ?? 40,
    class: controlClass(tag, context, 'file'),
    accept: allowedTypes(tag)
      .map((type) => (type.includes('/') ? type : `.${type}`))
      .join(','),
    ...commonAttributes(tag),
  });
  return wrap(tag, context, input);
}

/** quiz: a question, an input and the token that verifies the answer. */
export function quizControl(tag: FormTag, context: FormRenderContext): string {
  const { question, token } = context.quiz(tag);
  const label = element('span', { class: context.names.css('quiz-label') }, escapeHtml(question));
  const input = answerInput(tag, controlClass(tag, context, 'quiz'));
  const hidden = voidElement('input', {
    type: 'hidden',
    name: context.names.hidden(`quiz_answer_${tag.name}`),
    value: token,
  });
  return wrap(tag, context, `${element('label', {}, `${label} ${input}`)}${hidden}`);
}

/** captchac: the picture of a challenge, and its id. */
export function challengeImage(tag: FormTag, context: FormRenderContext): string {
  const { id, url, look } = context.challenge(tag);
  const [width, height] = challengeSize(look.size);
  const image = voidElement('img', {
    class: [controlClass(tag, context), context.names.css(`captcha-${reduced(tag.name)}`)].join(' '),
    id: idOption(tag),
    width,
    height,
    alt: 'Letters to be typed into the field beside.',
    src: url,
  });
  const name = context.names.hidden(`captcha_challenge_${tag.name}`);
  return image + voidElement('input', { type: 'hidden', name, value: id });
}

/** captchar: the input for the letters of the picture. */
export function challengeInput(tag: FormTag, context: FormRenderContext): string {
  return wrap(tag, context, answerInput(tag, controlClass(tag, context)));
}

/** The input of a challenge: always required, never auto-filled by the browser. */
function answerInput(tag: FormTag, css: string): string {
  const { size = 40, maxlength, minlength } = tagSizes(tag);
  return voidElement('input', {
    type: 'text',
    name: tag.name,
    size,
    maxlength,
    minlength,
    class: css,
    autocomplete: 'off',
    ...commonAttributes(tag),
    'aria-required': 'true',
  });
}

/** count: the length of the text in the field with the same name, updated by the script. */
export function countOutput(tag: FormTag, context: FormRenderContext): string {
  const field = context.tags.find((other) => other.name === tag.name && other.basetype !== 'count');
  const { maxlength, minlength } = field ? tagSizes(field) : {};
  const down = hasOption(tag, 'down') && maxlength !== undefined;
  const start = down ? maxlength : 0;
  return element(
    'span',
    {
      class: [context.names.css('character-count'), down ? 'down' : 'up', ...classOptions(tag)].join(' '),
      id: idOption(tag),
      'data-target-name': tag.name,
      'data-starting-value': start,
      'data-current-value': start,
      'data-maximum-value': maxlength,
      'data-minimum-value': minlength,
    },
    String(start),
  );
}

/** submit. */
export function submitButton(tag: FormTag, context: FormRenderContext): string {
  return voidElement('input', {
    type: 'submit',
    value: shownValues(tag)[0] || context.sendLabel,
    class: controlClass(tag, context, 'submit'),
    id: idOption(tag),
    tabindex: integerOption(tag, 'tabindex'),
  });
}

/** response: the box in which the response is shown. */
export function responseBox(context: FormRenderContext): string {
  return element('div', { class: context.names.css('response-output'), 'aria-hidden': 'true' });
}
