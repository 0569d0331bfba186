import { expect, it } from 'vitest';
import { comparedFields, editableTexts } from './field-texts.ts';

const states = { publish: 'Published', draft: 'Draft', deleted: 'Deleted for good' };

it('a state is called as people call it, any other value as it is', () => {
  const shown = (changes: Parameters<typeof comparedFields>[0]['changes']) =>
    comparedFields({ changes }, states).map(({ name, before, after }) => [
      name,
      before.map(({ text }) => text).join(''),
      after.map(({ text }) => text).join(''),
    ]);
  expect(shown({ status: { from: 'draft', to: 'publish' }, slug: { from: 'draft', to: 'publish' } })).toEqual([
    ['status', 'Draft', 'Published'],
    ['slug', 'draft', 'publish'],
  ]);
  expect(shown({ status: { from: 'approved', to: 'deleted' } })).toEqual([['status', 'approved', 'Deleted for good']]);
});

it('texts are edited before they are accepted, words of the interface are not', () => {
  const fields = { title: 'Heron', content: 'Words', status: 'publish', categories: [1], comment_status: 'open' };
  expect(editableTexts({ fields })).toEqual([
    ['title', 'Heron'],
    ['content', 'Words'],
  ]);
});
