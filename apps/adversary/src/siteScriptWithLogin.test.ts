import { expect, test } from 'vitest'
import { attack, gainsOf } from './runs/attack.ts'

test('behavior: threat 193: a script in the site with a stolen login gains no key, no unapproved signature, and breaks no wallet', async () => {
  expect(gainsOf(await attack(['a script in the site, with a stolen login']))).toStrictEqual([])
})
