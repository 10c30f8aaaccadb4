import { expect, test } from 'vitest';
import { AnswerLateError } from '../database/postgres-client.ts';
import { isDependencyFault, isRefusedData, isTimeLimit } from './dependency-faults.ts';

const coded = (code: string) => Object.assign(new Error('it failed'), { code });

test.each([
  ['a refused connection', coded('ECONNREFUSED')],
  ['PostgreSQL shutting down', coded('57P01')],
  ['a serialization failure', coded('40001')],
  ['too many connections', coded('53300')],
  ['a disk that PostgreSQL cannot read', coded('58030')],
  ['a file of PostgreSQL that is not there', coded('58P01')],
  ['a password that is being changed', coded('28P01')],
  ['a fault wrapped by a library', new Error('query failed', { cause: coded('08006') })],
  ['several refused addresses', new AggregateError([coded('ECONNREFUSED')], 'all failed')],
  ['a connection that broke a moment ago', new Error('Client has encountered a connection error and is not queryable')],
  ['a query without an answer', new Error('Query read timeout')],
  ['a connection that stays silent', new AnswerLateError('nothing')],
  ['a transaction that a frozen process left idle', coded('25P03')],
  ['a server that may not be written to', coded('25006')],
  [
    'a standby where the primary was',
    new Error('cannot set transaction read-write mode during recovery', { cause: coded('0A000') }),
  ],
  ['a Redis that is away', new Error('Connection is closed.')],
  ['a Redis without room', new Error("OOM command not allowed when used memory > 'maxmemory'.")],
  [
    'a Redis transaction with a refused command',
    new Error('EXECABORT Transaction discarded because of previous errors.'),
  ],
  ['a Redis that no replica follows', new Error('NOREPLICAS Not enough good replicas to write.')],
  ['a Redis that cannot write its file', new Error('MISCONF Errors writing to the AOF file: No space left on device')],
  ['a Redis that is starting', new Error('LOADING Redis is loading the dataset in memory')],
  ['a Redis that leads no more', new Error("READONLY You can't write against a read only replica.")],
  [
    'a Redis whose password is being changed',
    new Error('WRONGPASS invalid username-password pair or user is disabled.'),
  ],
])('%s is a temporary fault', (_, fault) => {
  expect(isDependencyFault(fault)).toBe(true);
  expect(isTimeLimit(fault)).toBe(false);
});

test.each([
  ['a statement that took too long', coded('57014')],
  ['a transaction that took too long', new Error('failed', { cause: coded('25P04') })],
])('%s is over its time limit, and no dependency is unavailable', (_, fault) => {
  expect(isTimeLimit(fault)).toBe(true);
  expect(isDependencyFault(fault)).toBe(false);
});

test.each([
  ['a unique violation', coded('23505')],
  [
    'a violated constraint whose message quotes an error of a dependency',
    Object.assign(new Error('Failing row contains (Connection is closed)'), { code: '23514' }),
  ],
  ['wrong SQL', coded('42601')],
  ['a bug', new TypeError('x is not a function')],
  ['no error at all', 'ECONNREFUSED'],
])('%s would fail again in the same way', (_, fault) => {
  expect(isDependencyFault(fault)).toBe(false);
});

test.each([
  ['half a character', coded('22P02')],
  ['a NUL in a text', coded('22021')],
  ['a NUL in a statement', Object.assign(new Error('invalid message format'), { code: '08P01' })],
])('%s is refused on every attempt', (_, fault) => {
  expect(isRefusedData(fault)).toBe(true);
  expect(isDependencyFault(fault)).toBe(false);
});

test('a pooler without its database reports a protocol violation, which is not refused data', () => {
  expect(isRefusedData(coded('08P01'))).toBe(false);
  expect(isDependencyFault(coded('08P01'))).toBe(true);
});
