import { stripMarkup } from '../markup/html.ts';
import { type FormTag, shownValues } from '../template/form-tag.ts';
import { hasOption, optionValues } from '../template/tag-options.ts';
import type { DefaultSources } from './render-context.ts';

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
