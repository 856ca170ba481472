// The schemas of the log-in, sign-up and password forms, and their texts.

import { describe, expect, it } from 'vitest'
import type * as v from 'valibot'
import { parseBody } from '#core/kernel/parseBody.ts'
import { LoginBody } from '#core/people/bodies.ts'
import { ChangePasswordBody, RegisterBody } from '#core/people/signUp.ts'
import { coversSpec } from '#tests/spec/coversSpec.ts'

function resultOf(schema: v.GenericSchema, body: unknown): Record<string, string> | 'fine' {
  const result = parseBody(schema, body)
  return 'refused' in result ? result.fields! : 'fine'
}

describe('log-in form', () => {
  const tooShort = 'Username must be at least 3 characters'
  it.each([
    ['ab', tooShort],
    ['abc', undefined],
    ['x'.repeat(20), undefined],
    ['x'.repeat(21), 'Username must be less than 20 characters'],
    ['ab ', tooShort],
    [`${'x'.repeat(20)} `, undefined],
    [undefined, tooShort],
    [{ $ne: null }, tooShort],
    [['alice'], tooShort],
  ])('The log-in form checks the username %j: %s', (username, text) => {
    coversSpec('§5 Login: Username is required', '§9 Username / password')

    const fields = resultOf(LoginBody, { username, password: 'secret' })
    expect(fields === 'fine' ? undefined : fields['username']).toBe(text)
  })

  it.each([
    ['12345', 'Password must be at least 6 characters'],
    ['123456', undefined],
    [undefined, 'Password must be at least 6 characters'],
    [{ $gt: '' }, 'Password must be at least 6 characters'],
    ['x'.repeat(1024), undefined],
    ['x'.repeat(1025), 'Password is too long'],
    ['é'.repeat(513), 'Password is too long'],
  ])('The log-in form checks the password %.20j: %s', (password, text) => {
    coversSpec('§5 Login: Password is required', '§9 Username / password')

    const fields = resultOf(LoginBody, { username: 'alice', password })
    expect(fields === 'fine' ? undefined : fields['password']).toBe(text)
  })

  it('The log-in form drops the space that a phone keyboard adds to the username', () => {
    const typed = { username: 'alice ', password: 'secret ' }
    expect(parseBody(LoginBody, typed)).toEqual({ value: { username: 'alice', password: 'secret ' } })
  })

  it('The log-in form has two fields and refuses a third', () => {
    coversSpec('§3 Login payload')

    expect(resultOf(LoginBody, { username: 'alice', password: 'secret', isAdmin: true })).toEqual({
      isAdmin: 'Unknown field isAdmin',
    })
    expect(resultOf(LoginBody, [])).not.toBe('fine')
    expect(resultOf(LoginBody, null)).not.toBe('fine')
    expect(resultOf(LoginBody, 'alice')).not.toBe('fine')
  })
})

describe('sign-up form', () => {
  const password = 'correct horse'
  it.each(['alice', 'Álvaro', '王小明', 'ann.b_c-d', 'たなか1', 'мария', '123', 'a'.repeat(20)])(
    'The sign-up form accepts the username %s',
    (username) => expect(resultOf(RegisterBody, { username, password })).toBe('fine'),
  )

  it.each([
    ['аdmin', 'Username must not mix letters of different alphabets'],
    ['a b c', 'Username can have letters, digits, dots, hyphens and underscores'],
    ['_ann', 'Username can have letters, digits, dots, hyphens and underscores'],
    ['ann\u200bb', 'Username can have letters, digits, dots, hyphens and underscores'],
    ['\u3164\u3164\u3164', 'Username can have letters, digits, dots, hyphens and underscores'],
    ['ann\u202eb', 'Username can have letters, digits, dots, hyphens and underscores'],
    ['<script>', 'Username can have letters, digits, dots, hyphens and underscores'],
    [`a${'\u0323'.repeat(10)}bc`, 'There are too many accents on one letter'],
  ])('The sign-up form refuses the username %j', (username, text) => {
    expect(resultOf(RegisterBody, { username, password })).toEqual({ username: text })
  })

  it('The sign-up form takes an optional e-mail address', () => {
    const typed = (email: unknown) => resultOf(RegisterBody, { username: 'alice', password, email })
    expect(typed('alice@example.com')).toBe('fine')
    expect(typed(null)).toBe('fine')
    expect(typed('')).toBe('fine')
    expect(typed('alice')).toEqual({ email: 'Please enter a valid email address' })
    const long = `${'a'.repeat(250)}@example.com`
    expect(typed(long), 'as of a guest').toEqual({ email: 'Email must be 254 characters or less' })
    expect(parseBody(RegisterBody, { username: 'alice', password })).toMatchObject({ value: { email: null } })
  })
})

describe('new password', () => {
  const said8 = (newPassword: string) =>
    resultOf(ChangePasswordBody, { currentPassword: 'travel-demo', newPassword })

  it('A new password has at least eight characters', () => {
    expect(said8('dx7-kqz')).toEqual({ newPassword: 'Password must be at least 8 characters' })
    expect(said8('dx7-kqz!')).toBe('fine')
    expect(said8('travel-demo')).toBe('fine')
  })

  it.each([
    'password',
    'PassWord1',
    'passw0rd',
    'qwertyuiop',
    '12345678',
    '87654321',
    'aaaaaaaa',
    'iloveyou2',
    'Dragon2024',
    'abcdefgh',
  ])('A new password is not the common password %s', (common) =>
    expect(said8(common)).toEqual({
      newPassword: 'This password is too common. Please choose one that is harder to guess.',
    }),
  )
})
