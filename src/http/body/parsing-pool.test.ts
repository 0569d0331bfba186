import { afterAll, describe, expect, it } from 'vitest';
import { bodyBudgets } from '../../api/request.ts';
import type { WholeBody } from './parse-body.ts';
import { createParsingPool } from './read-body.ts';

const pool = createParsingPool();
afterAll(() => pool.close());

const body = (kind: WholeBody['kind'], text: string): WholeBody => ({
  kind,
  contentType: kind === 'multipart' ? 'multipart/form-data; boundary=x' : '',
  bytes: new Uint8Array(Buffer.from(text)),
  budget: bodyBudgets.visitor,
});
const part = (name: string, value: string) =>
  `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;

describe('bodies parsed in a thread', () => {
  it('come back as they would here', async () => {
    const value = { kind: 'json', value: JSON.parse('{"__proto__":{"a":1},"b":[1,"ü",null]}') };
    expect(await pool.parse(body('json', '{"__proto__":{"a":1},"b":[1,"ü",null]}'))).toEqual(value);
    expect(Object.keys((value.value as object) ?? {})).toContain('__proto__');
    const pairs = [
      ['a[]', '1 +'],
      ['a[]', 'ü'],
    ];
    expect(await pool.parse(body('form', 'a[]=1+%2B&&a[]=%C3%BC'))).toEqual({ kind: 'pairs', pairs });
    const parts = `${part('a[]', '1 +')}${part('a[]', 'ü')}--x--\r\n`;
    expect(await pool.parse(body('multipart', parts))).toEqual({ kind: 'pairs', pairs });
    expect(await pool.parse(body('json', '{'))).toMatchObject({ kind: 'broken', code: 4 });
  });

  it('are refused in the same words', async () => {
    const many = 'a&'.repeat(bodyBudgets.visitor.fields + 1);
    const refusal = { code: 'rest_body_too_large', status: 413, message: expect.stringContaining('1000 fields') };
    await expect(pool.parse(body('form', many))).rejects.toMatchObject(refusal);
    await expect(pool.parse(body('multipart', 'no parts'))).rejects.toMatchObject({ status: 400 });
  });

  it('wait in a line that has an end', async () => {
    const asked = Array.from({ length: 40 }, () => pool.parse(body('json', '[1]')));
    const outcomes = await Promise.allSettled(asked);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(32);
    expect(outcomes.at(-1)).toMatchObject({ reason: { code: 'rest_bodies_waiting', status: 503 } });
  });
});
