import type { ShownChallenge } from '../challenge/challenges.ts';
import type { FormNames } from '../model/form-names.ts';
import type { FormTag } from '../template/form-tag.ts';

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
