import { escapeHtml } from '../../../extension.ts';
import { type BaseType, type FormTag, tagTypes } from '../template/form-tag.ts';
import type { TemplatePart } from '../template/parse-template.ts';
import { acceptanceControl, choiceGroup, selectControl } from './choice-controls.ts';
import type { FormRenderContext } from './control.ts';
import { direction, element, language, voidElement } from './html.ts';
import {
  challengeImage,
  challengeInput,
  countOutput,
  fileInput,
  quizControl,
  responseBox,
  submitButton,
} from './other-controls.ts';
import { markParagraphs, type Piece } from './paragraphs.ts';
import { dateInput, hiddenInput, numberInput, textareaControl, textInput } from './text-controls.ts';

/** What a rendered form needs beyond its template. */
export interface FormFrame {
  readonly template: readonly TemplatePart[];
  readonly unitTag: string;
  /** The URL of the feedback route; a browser without scripts posts directly to it. */
  readonly action: string;
  readonly locale: string;
  readonly demo: boolean;
  readonly acceptanceAsValidation: boolean;
  /** Hidden fields by name, in order. */
  readonly hidden: readonly (readonly [name: string, value: string])[];
  /** The honeypot field: invisible to people and filled in by bots. */
  readonly honeypot: string;
  readonly title: string;
  readonly htmlId?: string;
  readonly htmlName?: string;
  readonly htmlClass?: string;
}

/** The whole form as HTML: a labelled region, its status line, hidden fields, the template and the response box. */
export function renderForm(frame: FormFrame, context: FormRenderContext): string {
  const { names } = context;
  const classes = [names.css('form'), 'init'];
  if (frame.demo) classes.push('demo');
  if (frame.acceptanceAsValidation) classes.push(names.css('acceptance-as-validation'));
  if (frame.htmlClass) classes.push(...frame.htmlClass.split(/\s+/).filter((word) => /^[A-Za-z0-9_-]+$/.test(word)));
  const hasFiles = context.tags.some((tag) => tag.basetype === 'file');
  const hasResponse = context.tags.some((tag) => tag.basetype === 'response');
  const form = element(
    'form',
    {
      action: frame.action,
      method: 'post',
      id: frame.htmlId,
      name: frame.htmlName,
      class: classes.join(' '),
      enctype: hasFiles ? 'multipart/form-data' : undefined,
      novalidate: true,
      'aria-label': frame.title,
      'data-status': 'init',
    },
    `${hiddenFields(frame)}\n${renderTemplate(frame.template, context)}${hasResponse ? '' : responseBox(context)}`,
  );
  return element(
    'div',
    {
      role: 'form',
      class: names.prefix,
      id: frame.unitTag,
      lang: language(frame.locale),
      dir: direction(frame.locale),
    },
    `\n${screenReaderResponse()}\n${form}\n`,
  );
}

/** Only the template, with its tags rendered and paragraphs marked up. */
export function renderTemplate(template: readonly TemplatePart[], context: FormRenderContext): string {
  return markParagraphs(
    template.map((part): Piece => {
      if ('html' in part) return part;
      return { control: renderTag(part.tag, context), apart: standsApart(part.tag) };
    }),
  );
}

const standsApart = (tag: FormTag) => tag.basetype === 'response' || tag.basetype === 'hidden';

function hiddenFields(frame: FormFrame): string {
  const inputs = frame.hidden.map(([name, value]) => voidElement('input', { type: 'hidden', name, value }));
  const trap = voidElement('input', {
    type: 'text',
    name: frame.honeypot,
    value: '',
    tabindex: -1,
    autocomplete: 'off',
    'aria-hidden': 'true',
  });
  return element('div', { hidden: true }, inputs.join('') + trap);
}

function screenReaderResponse(): string {
  return element(
    'div',
    { class: 'screen-reader-response' },
    `${element('p', { role: 'status', 'aria-live': 'polite', 'aria-atomic': 'true' })}<ul></ul>`,
  );
}

/** Shown instead of a form that does not exist. */
export function missingFormNotice(): string {
  return element('p', { role: 'note' }, escapeHtml('This form is no longer here.'));
}

/** The HTML of one tag; empty for a tag that lacks its required name. */
export function renderTag(tag: FormTag, context: FormRenderContext): string {
  if (tag.pipes === null || (tag.name === '' && tagTypes[tag.basetype].name === 'needed')) return '';
  return renderers[tag.basetype](tag, context);
}

const renderers: Readonly<Record<BaseType, (tag: FormTag, context: FormRenderContext) => string>> = {
  text: textInput,
  email: textInput,
  url: textInput,
  tel: textInput,
  number: numberInput,
  range: numberInput,
  date: dateInput,
  textarea: textareaControl,
  select: selectControl,
  checkbox: choiceGroup,
  radio: choiceGroup,
  acceptance: acceptanceControl,
  quiz: quizControl,
  captchac: challengeImage,
  captchar: challengeInput,
  file: fileInput,
  hidden: hiddenInput,
  count: countOutput,
  response: (_, context) => responseBox(context),
  submit: submitButton,
};
