import { afterEach, describe, expect, test } from 'vitest'
import { createFrameTests } from '../testing/createFrameTests.ts'

const { setup } = createFrameTests({ afterEach })
const start = '/v1/auth/email/start'

/** Work that ends on command. */
function createSlowWork() {
  const asked: { challenge: string; bits: number }[] = []
  const done: ((nonce: string) => void)[] = []
  const solve = (challenge: { challenge: string; bits: number }) => {
    asked.push(challenge)
    return new Promise<string>((resolve) => void done.push(resolve))
  }
  return { asked, done, solve }
}

describe('a login for which the server requires work', () => {
  test('finding F6: threat 173: the frame does the work and continues, unnoticed by the host', async () => {
    const { open, server } = setup()
    server.requireWork(3)
    const host = open()
    expect(await host.signIn()).toMatchObject({ email: 'visitor@mail.example' })
    expect(server.calls.filter((path) => path === start)).toHaveLength(2)
    expect(JSON.stringify(host.messages)).not.toMatch(/work/)
  })

  test('behavior: threat 173: a card shows slow work, and closes when it is done', async () => {
    const work = createSlowWork()
    const { open, server, clock } = setup({ solve: work.solve })
    server.requireWork(6)
    const host = open()
    const answer = host.ask('connectEmail', { email: 'visitor@mail.example' })
    await host.until(() => work.asked.length === 1)
    expect(work.asked[0]).toMatchObject({ challenge: 'work-6', bits: 6 })
    expect(host.frame.card.getState()).toBe(null)
    clock.advance(250)
    await host.card('work')
    // A second challenge follows during the first.
    server.requireWork(7)
    work.done[0]?.('41')
    await host.until(() => work.asked.length === 2)
    work.done[1]?.('42')
    expect(await answer).toMatchObject({ action: 'VERIFY_OTP' })
    expect(host.frame.card.getState()).toBe(null)
    expect(server.calls.filter((path) => path === start)).toHaveLength(3)
  })

  test('error: threat 173: closing the card ends the work and the login', async () => {
    const work = createSlowWork()
    const { open, server, clock } = setup({ solve: work.solve })
    server.requireWork(6)
    const host = open()
    const answer = host.ask('connectEmail', { email: 'visitor@mail.example' })
    const refused = expect(answer).rejects.toMatchObject({ failure: { code: 'user_rejected' } })
    await host.until(() => work.asked.length === 1)
    clock.advance(250)
    await host.card('work')
    host.frame.actions.cancel()
    await refused
    expect(host.frame.card.getState()).toBe(null)
    work.done[0]?.('41')
    expect(server.calls.filter((path) => path === start)).toHaveLength(1)
  })

  test('error: threat 173: stops work that takes too long, and gives up on a server that always demands more', async () => {
    const work = createSlowWork()
    const { open, server, clock } = setup({ solve: work.solve })
    server.requireWork(10)
    const host = open()
    const late = host.ask('connectEmail', { email: 'visitor@mail.example' })
    const refused = expect(late).rejects.toMatchObject({ failure: { code: 'work_required' } })
    await host.until(() => work.asked.length === 1)
    clock.advance(20_000)
    await refused
    expect(host.frame.card.getState()).toBe(null)

    let bits = 10
    const again = host.ask('connectEmail', { email: 'visitor@mail.example' })
    const given = expect(again).rejects.toMatchObject({ failure: { code: 'work_required' } })
    for (let round = 1; round <= 3; round += 1) {
      await host.until(() => work.asked.length === 1 + round)
      bits += 1
      server.requireWork(bits)
      work.done[round]?.('1')
    }
    await given
    expect(work.asked).toHaveLength(4)
  })

  test('behavior: threat 173: a resent code may need it as well: the card shows above the code’s', async () => {
    const work = createSlowWork()
    const { open, server, clock } = setup({ solve: work.solve })
    const host = open()
    await host.ask('connectEmail', { email: 'visitor@mail.example' })
    const first = host.ask('connectOtp', {})
    await host.card('code')
    server.requireWork(6)
    clock.advance(30_000)
    expect(await first).toStrictEqual({ status: 'pending' })
    const login = host.ask('connectOtp', {})
    host.frame.actions.resendCode()
    await host.until(() => work.asked.length === 1)
    clock.advance(250)
    await host.card('work')
    work.done[0]?.('41')
    await host.card('code', ({ busy }) => !busy)
    host.frame.actions.submitCode('123456')
    expect(await login).toMatchObject({ email: 'visitor@mail.example' })
  })
})
