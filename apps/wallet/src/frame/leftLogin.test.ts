import { afterEach, describe, expect, test } from 'vitest'
import { createFrameTests } from '../testing/createFrameTests.ts'
import { createTextStorage } from '../testing/createTestDevice.ts'

const { setup } = createFrameTests({ afterEach })
const email = 'a@b.example'

describe('an abandoned login by mail', () => {
  test('behavior: after a reload the mailed code is still requested and unlocks the wallet', async () => {
    const { open } = setup()
    const tabStorage = createTextStorage()
    const before = open({ tabStorage })
    await before.ask('connectEmail', { email })
    const left = before.begin('connectOtp')
    left.answer.catch(() => {})
    await before.card('code')
    before.stop()

    const host = open({ tabStorage })
    const entered = host.ask('connectOtp')
    expect(await host.card('code')).toMatchObject({ email, busy: false, failure: null })
    host.frame.actions.submitCode('123456')
    expect(await entered).toMatchObject({ email })
  })

  test('behavior: threat 198: a used code and an expired one are not requested again', async () => {
    const { open, clock } = setup()
    const tabStorage = createTextStorage()
    const host = open({ tabStorage })
    await host.signIn(email)
    await host.ask('signOut')
    await expect(open({ tabStorage }).ask('connectOtp')).rejects.toMatchObject({ failure: { code: 'attempt_unknown' } })
    await host.ask('connectEmail', { email: 'c@d.example' })
    clock.advance(10 * 60_000)
    await expect(open({ tabStorage }).ask('connectOtp')).rejects.toMatchObject({ failure: { code: 'attempt_unknown' } })
  })

  test('behavior: threat 198: another tab finds none, nor does a page with other data in storage', async () => {
    const { open } = setup()
    const host = open()
    await host.ask('connectEmail', { email })
    const denied = { getItem: () => '{"attemptId":7}', setItem: () => {} }
    for (const options of [{}, { tabStorage: denied }])
      await expect(open(options).ask('connectOtp')).rejects.toMatchObject({ failure: { code: 'attempt_unknown' } })
  })
})
