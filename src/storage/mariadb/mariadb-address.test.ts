import { describe, expect, it } from 'vitest';
import { parseMariadbAddress } from './mariadb-address.ts';

describe('a database address', () => {
  it('names one server, with or without a port', () => {
    expect(parseMariadbAddress('mysql://u:p%40%3A@db.example/site')).toEqual({
      user: 'u',
      password: 'p@:',
      database: 'site',
      hosts: [{ host: 'db.example', port: 3306 }],
      replicas: [],
      ssl: false,
      connections: 10,
    });
  });

  it('names several servers, replicas and settings', () => {
    const address = 'mariadb://u@db1:3307,db2,[::1]:3308/site?replicas=db3:3309,db4&ssl=true&connections=4';
    expect(parseMariadbAddress(address)).toMatchObject({
      hosts: [
        { host: 'db1', port: 3307 },
        { host: 'db2', port: 3306 },
        { host: '::1', port: 3308 },
      ],
      replicas: [
        { host: 'db3', port: 3309 },
        { host: 'db4', port: 3306 },
      ],
      ssl: true,
      connections: 4,
    });
  });

  it.each([
    'mysql://',
    'mysql://u@/site',
    'mysql://u@db',
    'mysql://u@db/',
    'mysql://u@db:0/site',
    'mysql://u@db:99999/site',
    'mysql://u@db1,,db2/site',
    'mysql://u@db/site?connections=0',
    'mysql://u@db/site?replicas=db2:x',
    'mysql://u:%zz@db/site',
  ])('that is broken is refused with the form it must have: %s', (address) => {
    expect(() => parseMariadbAddress(address)).toThrow(/^The database address must be mysql:/);
  });
});
