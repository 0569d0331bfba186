import { expect, it } from 'vitest';
import { attachmentPath } from './import-files.ts';

const date = '2020-07-01 10:00:00';

it.each([
  ['2019/01/tea.jpg', 'https://old.example/x.jpg', '2019/01/tea.jpg'],
  ['/var/www/wp-content/uploads/2019/01/tea.jpg', '', '2019/01/tea.jpg'],
  ['../tea.jpg', 'https://old.example/wp-content/uploads/2019/01/tea.jpg', ''],
  ['', 'https://old.example/wp-content/uploads/sites/3/2019/01/tea.jpg', 'sites/3/2019/01/tea.jpg'],
  ['', 'https://files.old.example/2008/06/canola2.jpg?w=300#top', '2008/06/canola2.jpg'],
  ['', 'https://cdn.old.example/pictures/mint%20tea.jpg', '2020/07/mint tea.jpg'],
  ['', 'https://old.example/wp-content/uploads/../../secret.jpg', '2020/07/secret.jpg'],
  ['', 'https://old.example/wp-content/uploads/%2e%2e%2fsecret.jpg', ''],
  ['', 'https://old.example/a%zz.jpg', '2020/07/a%zz.jpg'],
  ['', 'https://old.example/', ''],
  ['', 'no address', ''],
])('the file "%s" of %s goes to "%s"', (file, url, path) => {
  expect(attachmentPath({ file, url, date })).toBe(path);
});
