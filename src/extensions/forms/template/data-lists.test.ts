import { describe, expect, it } from 'vitest';
import { shownValues } from './form-tag.ts';
import { parseTemplate, withLists } from './parse-template.ts';

const values = (template: string, locale = 'en_US') => shownValues(withLists(parseTemplate(template).tags[0]!, locale));

describe('lists that a template names', () => {
  it('follow the choices of the tag itself, in the words of the form', () => {
    expect(values('[select land data:countries "Anywhere"]').slice(0, 2)).toEqual(['Anywhere', 'Afghanistan']);
    expect(values('[select land data:countries]', 'de_DE')).toContain('Österreich');
    expect(new Set(values('[select land data:countries]')).size).toBe(249);
  });

  it.each(['', 'xx_invalid_locale_name', '!'])('a locale such as "%s" gets English', (locale) =>
    expect(values('[radio land data:Countries]', locale)).toContain('Germany'),
  );

  it.each(['[select a data:planets "x"]', '[select a data:__proto__ "x"]', '[select a "x"]'])(
    '%s adds nothing',
    (template) => expect(values(template)).toEqual(['x']),
  );

  it('text fields have none', () => expect(values('[text a data:countries]')).toEqual([]));
});
