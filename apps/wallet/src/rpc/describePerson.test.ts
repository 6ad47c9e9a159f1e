import { expect, test } from 'vitest'
import { describePerson } from './describePerson.ts'

test('default', () => {
  expect(describePerson({ email: 'a@b.example', userName: 'mira', socialProvider: 'x' })).toBe('a@b.example')
  expect(describePerson({ email: null, userName: 'mira', socialProvider: 'x' })).toBe('mira')
  expect(describePerson({ email: null, userName: null, socialProvider: 'x' })).toBe('X')
})

test('behavior: no login, and a login from before providers', () => {
  expect(describePerson(null)).toBeNull()
  expect(describePerson({ email: null })).toBeNull()
})
