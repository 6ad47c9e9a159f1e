import { describe, expect, test } from 'vitest'
import { attack, gainsOf } from './runs/attack.ts'

describe.each([['a mailbox thief'], ['a thief of the provider account']])('behavior: threat 194: %s', (name) => {
  test('gains no key, no recovery phrase, no signature, and breaks no wallet', async () => {
    expect(gainsOf(await attack([name]))).toStrictEqual([])
  })
})

test('behavior: threat 196: one /48 prefix gains nothing, and another visitor can still log in', async () => {
  expect(gainsOf(await attack(['one /48 prefix']))).toStrictEqual([])
})
