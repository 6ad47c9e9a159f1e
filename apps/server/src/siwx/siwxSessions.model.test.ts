import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runs } from '../../../../scripts/lib/fuzz.mjs'
import type { TestBrowser } from './testing/createTestBrowser.ts'
import { createSigner, createTestSiwx, type TestSiwx } from './testing/createTestSiwx.ts'

let world: TestSiwx
beforeAll(async () => {
  world = await createTestSiwx()
})
afterAll(() => world?.stop())

const minute = 60_000
const day = 86_400_000
/** Actors: the owner, whose responses can be lost, and thieves with earlier copies of the owner's cookies. */
const step = fc.oneof(
  fc.record({ act: fc.constant('pass' as const), time: fc.constantFrom(1, 1_000, minute, minute + 1, day, 2 * day) }),
  fc.record({ act: fc.constantFrom('signIn' as const, 'who' as const, 'signOut' as const, 'copy' as const) }),
  fc.record({ act: fc.constantFrom('lose' as const, 'loseSignIn' as const) }),
  fc.record({
    act: fc.constantFrom('thiefWho' as const, 'thiefSignIn' as const, 'thiefSignOut' as const),
    of: fc.nat(3),
  }),
)

test('behavior: threats 115 and 116: in any order of events, a copied cookie never shows an account that signed in after the copy', async () => {
  let seen = 0
  let thefts = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      const owner = world.browser()
      /** All accounts that may be signed in, in the owner's view. */
      let own = new Set<string>()
      const thieves: { browser: TestBrowser; may: Set<string> }[] = []
      /** Whether a thief's action or a lost response may have ended the owner's sign-in. */
      let isDisturbed = false
      const copy = () => world.browser({ cookies: new Map(owner.cookies) })
      for (const one of steps) {
        if (one.act === 'pass') world.clock.pass(one.time)
        if (one.act === 'copy') thieves.push({ browser: copy(), may: new Set(own) })
        if (one.act === 'lose') isDisturbed = true
        if (one.act === 'who' || one.act === 'lose') await (one.act === 'who' ? owner : copy()).who()
        if (one.act === 'signIn' || one.act === 'loseSignIn') {
          const signer = createSigner()
          const browser = one.act === 'signIn' ? owner : copy()
          expect((await browser.signIn(signer)).status).toBe(200)
          // A browser with the previous token starts without other accounts.
          if (one.act === 'loseSignIn') isDisturbed = true
          if (one.act === 'signIn') {
            own.add(signer.address)
            expect(await owner.who()).toContain(signer.address)
          }
        }
        if (one.act === 'signOut') {
          const [address] = own
          await owner.post('/v1/siwx/revoke', { address })
          if (address) own.delete(address)
          else own = new Set()
          if (address) expect(await owner.who()).not.toContain(address)
        }
        if (one.act.startsWith('thief') && 'of' in one) {
          const thief = thieves[one.of]
          if (thief) {
            isDisturbed = true
            const signer = createSigner()
            if (one.act === 'thiefSignIn') {
              await thief.browser.signIn(signer)
              thief.may.add(signer.address)
            }
            if (one.act === 'thiefSignOut') await thief.browser.post('/v1/siwx/revoke', {})
          }
        }
        for (const { browser, may } of thieves) {
          const stolen = await browser.who()
          isDisturbed = true
          if (stolen.length > 0) seen++
          expect([...may]).toEqual(expect.arrayContaining(stolen))
        }
      }
      const visible = await owner.who()
      const expected = [...own]
      if (thieves.length > 0 && visible.length < own.size) thefts++
      // Only accounts that the owner signed in. Without a thief, all of them, except after their week.
      const strangers = visible.filter((address) => !own.has(address))
      expect(strangers).toEqual([])
      const isLong = steps.reduce((time, one) => time + (one.act === 'pass' ? one.time : 0), 0) >= 6 * day
      if (!isDisturbed && !isLong) expect(visible.sort()).toEqual(expected.sort())
    }),
    { numRuns: runs({ fast: 40, full: 80 }) },
  )
  // Both happened: thieves saw earlier accounts, and owners lost stolen sign-ins.
  expect(seen).toBeGreaterThan(10)
  expect(thefts).toBeGreaterThan(0)
})
