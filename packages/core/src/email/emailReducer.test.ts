import fc from 'fast-check'
import { expect, test } from 'vitest'
import { initialEmail } from './emailMachine.ts'
import { type EmailEvent, emailReducer } from './emailReducer.ts'

const attempt = fc.nat(3)
const email = fc.constantFrom('ada@site.test', 'grace@site.test')
const failure = fc.constant({ code: 'code_wrong' as const, message: 'This code is incorrect', retryAfter: undefined })
const of = <Type extends string>(type: Type) => fc.constant(type)
const events: fc.Arbitrary<EmailEvent> = fc.oneof(
  fc.record({ type: of('started'), attempt, email }),
  fc.record({ type: of('mailSent'), attempt, action: fc.constantFrom('VERIFY_DEVICE', 'VERIFY_OTP', 'CONNECT') }),
  fc.record({ type: of('deviceApproved'), attempt, connected: fc.boolean() }),
  fc.record({ type: of('codeAccepted'), attempt }),
  fc.record({ type: of('connected'), attempt }),
  fc.record({ type: of('failed'), attempt, failure }),
  fc.record({ type: of('cancelled') }),
  fc.record({ type: of('updateStarted'), attempt, email }),
  fc.record({ type: of('updateMoved'), attempt, to: fc.constantFrom('primary', 'secondary', 'done') }),
  fc.record({ type: of('updateFailed'), attempt, failure }),
  fc.record({ type: of('updateCancelled') }),
)

const next: Record<string, readonly string[]> = {
  idle: ['sending'],
  sending: ['sending', 'device', 'code', 'connecting', 'failed', 'idle'],
  device: ['sending', 'code', 'connecting', 'failed', 'idle'],
  code: ['sending', 'connecting', 'failed', 'idle'],
  connecting: ['sending', 'failed', 'idle'],
  failed: ['sending', 'idle'],
}

test('behavior: only the steps of the specification, a failure exactly while failed, late answers change nothing', () => {
  fc.assert(
    fc.property(fc.array(events, { maxLength: 60 }), (run) => {
      let machine = initialEmail
      for (const event of run) {
        const before = machine
        machine = emailReducer(machine, event)
        const { login, update } = machine
        if (login.status !== before.login.status) expect(next[before.login.status]).toContain(login.status)
        expect(login.failure !== undefined).toBe(login.status === 'failed')
        expect(update.failure !== undefined).toBe(update.status === 'failed')
        expect(machine.loginAttempt !== undefined).toBe(!['idle', 'failed'].includes(login.status))
        expect(machine.updateAttempt !== undefined).toBe(!['idle', 'failed', 'done'].includes(update.status))
        const isUpdate = event.type.startsWith('update')
        // The two flows are independent.
        if (isUpdate) expect(login).toBe(before.login)
        else expect(update).toBe(before.update)
        const isLate =
          'attempt' in event &&
          !['started', 'updateStarted'].includes(event.type) &&
          event.attempt !== (isUpdate ? before.updateAttempt : before.loginAttempt)
        if (isLate) expect(machine).toBe(before)
      }
    }),
  )
})
