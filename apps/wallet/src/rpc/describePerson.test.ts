import { expect, test } from 'vitest'
import { describePerson } from './describePerson.ts'

test('default', () => {
  expect(describePerson({ email: 'a@b.example', userName: 'mira', socialProvider: 'x' })).toBe('a@b.example')
  expect(describePerson({ email: null, userName: 'mira', socialProvider: 'x' })).toBe('mira')
  expect(describePerson({ email: null, userName: null, socialProvider: 'x' })).toBe('X')
})

test('behavior: nobody, and a session that is older than logins with a provider', () => {
  expect(describePerson(null)).toBeNull()
  expect(describePerson({ email: null })).toBeNull()
})
