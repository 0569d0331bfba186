import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Command } from '../extension/command.ts';
import { commandsWith } from './commands.ts';
import { usage } from './help.ts';
import { parseArguments } from './parse-arguments.ts';

const commands = commandsWith([]);

const run = async () => {};
const table: readonly Command[] = [
  { name: 'user', summary: '', run },
  {
    name: 'user create',
    summary: '',
    operands: ['name', 'email?'],
    flags: { role: { help: '', value: 'ROLE' }, quiet: { help: '' } },
    run,
  },
];
const parse = (...argv: string[]) => {
  const { command, ...rest } = parseArguments(argv, table);
  return { command: command.name, ...rest };
};

describe('the command line', () => {
  it('is read into command, operands, flags of the command and settings of the program, in any order', () => {
    const expected = {
      command: 'user create',
      operands: { name: 'ada', email: undefined },
      flags: { role: 'editor', quiet: '' },
      settings: { 'data-dir': './x', port: '1' },
    };
    expect(parse('user', 'create', 'ada', '--role', 'editor', '--quiet', '--data-dir', './x', '--port=1')).toEqual(
      expected,
    );
    expect(parse('--port', '1', '--quiet', 'user', '--data-dir=./x', 'create', '--role=editor', 'ada')).toEqual(
      expected,
    );
  });

  it('finds the longest name that fits', () => {
    expect(parse('user').command).toBe('user');
    expect(parse('user', 'create', 'x').command).toBe('user create');
  });

  it('takes the value of a flag as it is, and every word after two dashes as an operand', () => {
    expect(parse('user', 'create', 'ada', '--role', '-x').flags['role']).toBe('-x');
    expect(parse('user', 'create', 'ada', '--role=').flags['role']).toBe('');
    expect(parse('user', 'create', '--', '--role').operands['name']).toBe('--role');
  });

  it.each([
    [['user create', 'ada'], 'There is no command "user create ada"'],
    [['users'], 'There is no command "users"'],
    [['user', 'create'], 'name is missing. Usage: platen user create NAME [EMAIL] [--role ROLE] [--quiet]'],
    [['user', 'create', 'a', 'b', 'c'], '"c" is one word too many'],
    [['user', 'create', 'a', '--role'], '--role needs a value.'],
    [['user', 'create', 'a', '--quiet=no'], '--quiet takes no value.'],
    [['user', 'create', 'a', '--rule', 'x'], 'There is no option --rule.'],
    [['user', 'create', '-r'], 'There is no option -r.'],
    [['user', 'create', 'a', '--__proto__', 'x'], 'There is no option --__proto__.'],
  ])('says what is wrong with %j', (argv, message) => {
    expect(() => parse(...argv)).toThrow(message);
  });

  it('gives back the operands of every command of the program, whatever they are', () => {
    const line = fc.constantFrom(...commands).chain((command) => {
      const operands = command.operands ?? [];
      return fc
        .array(fc.string(), { minLength: operands.length, maxLength: operands.length })
        .map((values) => ({ command, values }));
    });
    fc.assert(
      fc.property(line, ({ command, values }) => {
        const parsed = parseArguments([...command.name.split(' '), '--', ...values], commands);
        expect(parsed.command.name).toBe(command.name);
        expect(Object.values(parsed.operands)).toEqual(values);
      }),
      { numRuns: 500 },
    );
  });
});

describe('the table of commands', () => {
  it('has one row for each name, and flags that mean one thing wherever they are used', () => {
    expect(new Set(commands.map(({ name }) => name)).size).toBe(commands.length);
    const kinds = new Map<string, boolean>();
    for (const [flag, { value }] of commands.flatMap(({ flags = {} }) => Object.entries(flags))) {
      expect(kinds.get(flag) ?? Boolean(value), flag).toBe(Boolean(value));
      kinds.set(flag, Boolean(value));
    }
  });

  it('shows how each is called', () => {
    expect(commands.map(usage)).toContain('platen export [FILE] [--archive FILE] [--types TYPE,…]');
  });
});
