import type { FormTag } from '../template/form-tag.ts';
import { type BaseType, tagTypes } from '../template/tag-types.ts';
import { acceptanceControl, choiceGroup, selectControl } from './choice-controls.ts';
import {
  challengeImage,
  challengeInput,
  countOutput,
  fileInput,
  quizControl,
  responseBox,
  submitButton,
} from './other-controls.ts';
import type { FormRenderContext } from './render-context.ts';
import { dateInput, hiddenInput, numberInput, textareaControl, textInput } from './text-controls.ts';

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
