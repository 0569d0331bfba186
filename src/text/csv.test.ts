import { describe, expect, it } from 'vitest';
import { csvRecord } from './csv.ts';

describe('a CSV record', () => {
  it.each([
    ['plain cells', ['a', 'b c', ''], 'a,b c,'],
    ['quotes, commas and line breaks', ['say "hi"', 'a,b', 'x\ny'], '"say ""hi""","a,b","x\ny"'],
    ['formulas', ['=1+1', '+49', '-1', '@x', '\tx'], "'=1+1,'+49,'-1,'@x,'\tx"],
    ['formulas that need quotes', ['\r=1', '=a,"b"'], `"'\r'=1","'=a,""b"""`],
    [
      'formulas after what may separate cells or records',
      ['a;=1', 'a;;@b-c', 'a\t+1', 'a\r\n-1', 'a; b=1;'],
      `a;'=1,a;;'@b-c,a\t'+1,"a\r\n'-1",a; b=1;`,
    ],
    ['numbers', [-1, 0, 2.5], '-1,0,2.5'],
  ])('holds %s', (_, cells, record) => expect(csvRecord(cells)).toBe(record));
});
