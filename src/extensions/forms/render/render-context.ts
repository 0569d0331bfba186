import type { ShownChallenge } from '../challenge/challenges.ts';
import type { FormTag } from '../template/form-tag.ts';
import type { FormNames } from './form-names.ts';

/** Where initial values may come from; each answers undefined when it has nothing to say. */
export interface DefaultSources {
  /** `user_login`, `user_email`, … of the person looking at the form. */
  user(field: string): string | undefined;
  /** A parameter of the page's own request. */
  parameter(name: string): string | undefined;
  /** Meta of the page shown. */
  postMeta(name: string): string | undefined;
  /** An attribute of the embed code. */
  attribute(name: string): string | undefined;
}

/** All a control needs to know about the form it stands in. */
export interface RenderContext {
  readonly names: FormNames;
  readonly tags: readonly FormTag[];
  readonly defaults: DefaultSources;
  /** Today in the site's timezone, as `YYYY-MM-DD`. */
  readonly today: string;
  /** The label of a submit button without one. */
  readonly sendLabel: string;
  /** A question of the quiz and the token that will check its answer. */
  quiz(tag: FormTag): { readonly question: string; readonly token: string };
  /** A new image challenge: its id and its picture. */
  challenge(tag: FormTag): ShownChallenge;
}

/** Sources that know nothing: a form shown to a stranger, outside any page. */
export const noDefaults: DefaultSources = {
  user: () => undefined,
  parameter: () => undefined,
  postMeta: () => undefined,
  attribute: () => undefined,
};
