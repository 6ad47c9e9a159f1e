import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runs } from '../../../../scripts/lib/fuzz.mjs'
import { readLoginEmail } from './readLoginEmail.ts'
import { createTestLogin } from './testing/createTestLogin.ts'
import { testIdentity } from './testing/testIdentity.ts'

let login: Awaited<ReturnType<typeof createTestLogin>>
beforeAll(async () => {
  login = await createTestLogin()
})
afterAll(() => login.stop())

/** Claims of a provider about an attacker who wants to appear as the owner of an address. `email` is replaced by the address itself. */
const claims = fc.record({
  kind: fc.constantFrom('google' as const, 'github' as const, 'x' as const),
  subject: fc.constantFrom('1', '2', 'email'),
  email: fc.constantFrom('email', 'EMAIL', null),
  userName: fc.constantFrom('email', 'somebody', null),
})
/** The real owner, with a code from the mailbox. */
const mailbox = fc.constant('mailbox' as const)
/** One address gets at most five emails per hour. */
const logins = fc.array(fc.oneof(claims, mailbox), { minLength: 2, maxLength: 5 })

test('behavior: threat 53: no-email-linking: no order of logins with one address ever shares an account', async () => {
  let played = 0
  await fc.assert(
    fc.asyncProperty(logins, async (steps) => {
      played += 1
      const email = `owner-${played}@example.com`
      const issuer = `https://run-${played}.example.com`
      const write = (text: string | null) => text?.replace('email', email).replace('EMAIL', email.toUpperCase()) ?? null
      const accounts = new Map<string, string>()
      for (const step of steps) {
        login.pass(31)
        const device = await login.device()
        const signIn = async () => {
          if (step === 'mailbox') return login.login(device, email)
          const { kind, subject, email: address, userName } = step
          const written = { subject: write(subject) ?? '', email: write(address), userName: write(userName) }
          return login.socialLogin(device, testIdentity({ kind, issuer, ...written }))
        }
        const { userId } = await signIn()
        const known = step === 'mailbox' ? step : `${step.kind}|${step.subject}`
        expect(accounts.get(known) ?? userId).toBe(userId)
        accounts.set(known, userId)
        // A code sent to the mailbox never opens an account of a provider login.
        const loginEmail = await readLoginEmail(login.context.database, { userId, sealer: login.sealer })
        expect(loginEmail).toBe(step === 'mailbox' ? email : undefined)
      }
      expect(new Set(accounts.values()).size).toBe(accounts.size)
    }),
    { numRuns: runs({ fast: 12, full: 60 }) },
  )
})
