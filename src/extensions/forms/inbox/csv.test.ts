import { expect, test } from 'vitest';
import { csvRecord } from './csv.ts';

test.each([
  [['a', 'b c', ''], 'a,b c,\r\n'],
  [['say "hi"', 'a,b', 'x\ny'], '"say ""hi""","a,b","x\ny"\r\n'],
  [['=1+1', '+49', '-1', '@x', '\tx'], "'=1+1,'+49,'-1,'@x,'\tx\r\n"],
  [['\r=1', '=a,"b"'], `"'\r=1","'=a,""b"""\r\n`],
])('%j', (cells, record) => expect(csvRecord(cells)).toBe(record));
