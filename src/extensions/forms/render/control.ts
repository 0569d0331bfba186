import type { ShownChallenge } from '../challenge/challenge.ts';
import { type FormNames, reduced } from '../model/form-names.ts';
import { type FormTag, shownValues } from '../template/form-tag.ts';
import { classOptions, hasOption, idOption, integerOption, optionValues } from '../template/tag-options.ts';
import { type Attributes, element, stripMarkup } from './html.ts';

/** Sources of initial values; each returns undefined when it has none. */
export interface DefaultSources {
  /** `user_login`, `user_email`, … of the current user. */
  user(field: string): string | undefined;
  /** A query parameter of the page's own request. */
  parameter(name: string): string | undefined;
  /** Meta of the current page. */
  postMeta(name: string): string | undefined;
  /** An attribute of the embed code. */
  attribute(name: string): string | undefined;
}

/** What a control needs to know about its form. */
export interface FormRenderContext {
  readonly names: FormNames;
  readonly tags: readonly FormTag[];
  readonly defaults: DefaultSources;
  /** Today in the site's timezone, as `YYYY-MM-DD`. */
  readonly today: string;
  /** The default label of a submit button. */
  readonly sendLabel: string;
  /** A question of the quiz and the token that verifies its answer. */
  quiz(tag: FormTag): { readonly question: string; readonly token: string };
  /** A new image challenge: its id and its picture. */
  challenge(tag: FormTag): ShownChallenge;
}

/** Sources without any value: a form shown to an anonymous visitor, outside any page. */
export const noDefaults: DefaultSources = {
  user: () => undefined,
  parameter: () => undefined,
  postMeta: () => undefined,
  attribute: () => undefined,
};

/** The classes of a control: the common one, its kind, its validation type, and the author's own. */
export function controlClass(tag: FormTag, { names }: FormRenderContext, ...kinds: readonly string[]): string {
  return [
    names.css('form-control'),
    ...new Set([...kinds, tag.basetype].map((kind) => names.css(kind))),
    ...(tag.required ? [names.css('validates-as-required')] : []),
    ...classOptions(tag),
  ].join(' ');
}

/** The span around a control, where its error message is shown. */
export function wrap(tag: FormTag, { names }: FormRenderContext, html: string): string {
  return element('span', { class: `${names.css('form-control-wrap')} ${reduced(tag.name)}` }, html);
}

/** The attributes of every text control. */
export function commonAttributes(tag: FormTag): Attributes {
  return {
    id: idOption(tag),
    tabindex: integerOption(tag, 'tabindex'),
    'aria-required': tag.required ? 'true' : undefined,
    'aria-invalid': 'false',
  };
}

/** The value of a `default:` option, from the first source that has one; undefined without any. */
export function sourcedDefault(tag: FormTag, sources: DefaultSources): string | undefined {
  for (const source of optionValues(tag, 'default')) {
    const value = fromSource(source.toLowerCase(), tag.name, sources);
    if (value !== undefined && value !== '') return value;
  }
  return undefined;
}

function fromSource(source: string, name: string, sources: DefaultSources): string | undefined {
  if (source.startsWith('user_')) return sources.user(source.slice('user_'.length));
  if (source === 'get' || source === 'post') return clean(sources.parameter(name));
  if (source === 'post_meta') return sources.postMeta(name);
  if (source === 'shortcode_attr') return sources.attribute(name);
  return undefined;
}

const clean = (value: string | undefined) => (value === undefined ? undefined : stripMarkup(value));

/** Initial value and placeholder of a text-like tag: with `placeholder`, the first value is the placeholder instead. */
export function initialText(tag: FormTag, sources: DefaultSources): { value: string; placeholder?: string } {
  const written = tag.content !== '' ? tag.content : (shownValues(tag)[0] ?? '');
  const sourced = sourcedDefault(tag, sources);
  if (hasOption(tag, 'placeholder', 'watermark')) return { value: sourced ?? '', placeholder: written };
  return { value: sourced ?? written };
}

/**
 * Which of a choice tag's values are initially selected, from positions such as `default:2` or `default:1_3`, or by
 * name.
 */
export function initialChoices(tag: FormTag, sources: DefaultSources): ReadonlySet<number> {
  const chosen = new Set<number>();
  for (const positions of optionValues(tag, 'default', /^\d+(?:_\d+)*$/)) {
    for (const position of positions.split('_')) chosen.add(Number(position) - 1);
  }
  const named = sourcedDefault(tag, sources);
  if (named !== undefined) {
    const index = shownValues(tag).indexOf(named);
    if (index !== -1) chosen.add(index);
  }
  return chosen;
}
