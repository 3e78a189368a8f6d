import type { SignedInUser } from '@tributary/contract/accounts/sessions';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { freshStorage } from '../test-storage.ts';
import {
  forgetSession,
  homeOfType,
  isManagerStill,
  readSession,
  readSignedOut,
  sessionRefused,
  storeLogin,
  storeLoginAs,
} from './session.ts';

const user: SignedInUser = {
  id: '0198',
  first_name: 'Ana',
  last_name: 'Ruiz',
  email: 'ana@demo.test',
  subdomain: 'demo',
  status: 'approved',
};
const record = {
  first_name: 'Ana',
  last_name: 'Ruiz',
  subdomain: 'demo',
  status: 'approved',
  id: '0198',
  email: 'ana@demo.test',
};

beforeEach(() => {
  vi.stubGlobal('localStorage', freshStorage());
});

describe('login', () => {
  it('stores an account manager under authToken and userData only', () => {
    storeLogin({ token: 't1', user, type: 'admin' });
    expect(localStorage.length).toBe(2);
    expect(localStorage.getItem('authToken')).toBe('t1');
    expect(JSON.parse(localStorage.getItem('userData') ?? '')).toEqual(record);
  });

  it.each(['publisher', 'advertiser'] as const)('stores a %s under the general keys and under its own', (type) => {
    storeLogin({ token: 't2', user, type });
    expect(localStorage.getItem('authToken')).toBe('t2');
    expect(localStorage.getItem(`${type}AuthToken`)).toBe('t2');
    expect(JSON.parse(localStorage.getItem(`${type}UserData`) ?? '')).toEqual(record);
    expect(readSession(type)?.user.first_name).toBe('Ana');
  });

  it('keeps nothing of the reply beyond the six fields', () => {
    storeLogin({ token: 't', user: { ...user, password_hash: 'x' } as SignedInUser, type: 'admin' });
    expect(JSON.parse(localStorage.getItem('userData') ?? '')).toEqual(record);
  });

  it('lands on the dashboard of its type, the console for an unknown one', () => {
    expect(['admin', 'publisher', 'advertiser', 'robot', '__proto__'].map(homeOfType)).toEqual([
      '/am/dashboard',
      '/publisher/dashboard',
      '/advertiser/dashboard',
      '/am/dashboard',
      '/am/dashboard',
    ]);
  });
});

describe('login-as', () => {
  it('leaves the account manager signed in beside it, and its logout too', () => {
    storeLogin({ token: 'manager', user, type: 'admin' });
    storeLoginAs('publisher', 'as', user);
    expect(localStorage.getItem('authToken')).toBe('manager');
    forgetSession({ role: 'publisher', token: 'as' });
    expect(readSession('publisher')).toBeNull();
    expect(readSession('admin')?.token).toBe('manager');
  });
});

describe('logout', () => {
  it('of a publisher who logged in clears the general keys too', () => {
    storeLogin({ token: 't', user, type: 'publisher' });
    forgetSession({ role: 'publisher', token: 't' });
    expect(localStorage.length).toBe(0);
  });

  it('of an account manager leaves a portal beside it alone', () => {
    storeLogin({ token: 'manager', user, type: 'admin' });
    storeLoginAs('advertiser', 'as', user);
    forgetSession({ role: 'admin', token: 'manager' });
    expect(readSession('admin')).toBeNull();
    expect(readSession('advertiser')?.token).toBe('as');
  });
});

it('a refused token is forgotten, a newer login under the same keys is not', () => {
  storeLogin({ token: 'old', user, type: 'admin' });
  const old = readSession('admin');
  storeLogin({ token: 'new', user, type: 'admin' });
  if (old) sessionRefused(old, 'Too late.');
  expect(readSession('admin')?.token).toBe('new');
  expect(readSignedOut()).toBeNull();
});

it('whoever was signed out is remembered with the reason until the next sign-in', () => {
  storeLogin({ token: 'one', user, type: 'publisher' });
  const session = readSession('publisher');
  if (session) sessionRefused(session, 'Too old.');
  expect(readSession('publisher')).toBeNull();
  expect(readSignedOut()).toEqual({ role: 'publisher', user: user.id, why: 'Too old.' });
  storeLogin({ token: 'two', user, type: 'publisher' });
  expect(readSignedOut()).toBeNull();
});

it('the end of a visit to an account is not the end of the account manager’s own session', () => {
  storeLogin({ token: 'manager', user, type: 'admin' });
  storeLoginAs('publisher', 'as', user);
  const visit = readSession('publisher');
  if (visit) sessionRefused(visit, 'Over.');
  const note = readSignedOut();
  expect(note && isManagerStill(note)).toBe(true);
  expect(readSession('admin')?.token).toBe('manager');
});

describe('the page guard', () => {
  it('finds no session where either half is missing', () => {
    localStorage.setItem('authToken', 't');
    expect(readSession('admin')).toBeNull();
  });

  it.each(['{', 'null', '"text"', '{"first_name":"Ana"}'])('logs an error and finds no session in %s', (text) => {
    const logged = vi.spyOn(console, 'error').mockReturnValue();
    localStorage.setItem('authToken', 't');
    localStorage.setItem('userData', text);
    expect(readSession('admin')).toBeNull();
    expect(logged).toHaveBeenCalledOnce();
    logged.mockRestore();
  });
});
