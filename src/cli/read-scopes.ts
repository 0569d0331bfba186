import { CommandError } from '../extension/command.ts';
import { isScope, type Scope, scopes, scopesIn } from '../rules/scopes.ts';

/** The scopes in a list with commas or blanks; null where none is named. */
export function scopesFrom(text: string | undefined): readonly Scope[] | null {
  if (text === undefined) return null;
  const names = text.split(/[\s,]+/).filter((name) => name !== '');
  const unknown = names.find((name) => !isScope(name));
  if (unknown !== undefined) throw new CommandError(`There is no scope ${unknown}. Scopes are ${scopes.join(', ')}.`);
  if (names.length === 0) throw new CommandError('Name at least one scope, or leave --scopes out for all rights.');
  return scopesIn(names);
}
