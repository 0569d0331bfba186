import { describe, expect, it } from 'vitest';
import { anonymous, callerOf } from '../rules/capabilities.ts';
import { standardRoles } from '../rules/roles.ts';
import { type BodyBudget, bodyBudget, bodyBudgets } from './request.ts';

const as = (role: string) => callerOf(7, { [role]: true }, standardRoles);
const fields = { body: 'fields' } as const;
const files = { body: 'files' } as const;
const declared = { body: 'files', budget: { bytes: 5 } } as const;

describe('the budget of a body', () => {
  it.each<[string, BodyBudget, BodyBudget]>([
    ['a visitor', bodyBudget(fields, 'POST', anonymous), bodyBudgets.visitor],
    ['a visitor who sends files', bodyBudget(files, 'POST', anonymous), bodyBudgets.visitor],
    ['a read', bodyBudget(fields, 'GET', as('administrator')), bodyBudgets.visitor],
    ['a subscriber', bodyBudget(fields, 'POST', as('subscriber')), bodyBudgets.reader],
    ['a contributor', bodyBudget(fields, 'PUT', as('contributor')), bodyBudgets.writer],
    ['an upload', bodyBudget(files, 'POST', as('author')), bodyBudgets.upload],
    ['what a route declares', bodyBudget(declared, 'POST', as('author')), { ...bodyBudgets.visitor, bytes: 5 }],
  ])('%s', (_name, given, expected) => {
    expect(given).toEqual(expected);
  });
});
