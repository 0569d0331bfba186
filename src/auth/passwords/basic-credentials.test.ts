import { describe, expect, it } from 'vitest';
import { basicCredentials } from './credential-memory.ts';

const basic = (text: string | Buffer) => `Basic ${Buffer.from(text).toString('base64')}`;

describe('a Basic header', () => {
  it.each([
    ['name and password', basic('ada:secret'), { login: 'ada', password: 'secret' }],
    ['colons in the password', basic('ada:a:b:c'), { login: 'ada', password: 'a:b:c' }],
    ['letters beyond ASCII', basic('zoë:pässword'), { login: 'zoë', password: 'pässword' }],
    ['letters as the oldest clients send them', basic(Buffer.from('zoë:x', 'latin1')), { login: 'zoë', password: 'x' }],
    ['nothing on either side', basic(':'), { login: '', password: '' }],
    ['a scheme in lower case', basic('ada:x').replace('Basic', 'basic'), { login: 'ada', password: 'x' }],
  ])('holds %s', (_, header, expected) => {
    expect(basicCredentials(header)).toEqual(expected);
  });

  it.each([
    ['no header', undefined],
    ['another scheme', 'Bearer abc.def'],
    ['what is not Base64', 'Basic not-base64!'],
    ['no colon', basic('ada')],
    ['nothing after the scheme', 'Basic '],
    ['two values', `${basic('a:b')}, ${basic('c:d')}`],
  ])('says nothing: %s', (_, header) => {
    expect(basicCredentials(header)).toBeNull();
  });
});
