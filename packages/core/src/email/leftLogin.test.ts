import { emailCooldown, frameReadyDelay } from '@latchkey/protocol'
import { expect, test } from 'vitest'
import { createTestEnvironment, settle, until } from '../testing/createTestEnvironment.ts'
import { testUser } from '../testing/createTestFrame.ts'
import { createWalletKit, type WalletKit } from '../testing/createWalletKit.ts'
import { codeLifetime } from './loginRecord.ts'

const email = 'ada@site.test'

/** A tab, whose storage survives its pages. */
function openTab() {
  const stored = new Map<string, string>()
  const tabStorage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  }
  return {
    stored,
    load: () =>
      createWalletKit({ environment: Object.assign(createTestEnvironment(), { tabStorage: () => tabStorage }) }),
  }
}

async function start({ environment, frame, latchkey }: WalletKit, action = 'VERIFY_OTP') {
  frame.answers.connectEmail = () => ({ action })
  const started = latchkey.email.start({ email })
  started.catch(() => {})
  await until(() => frame.hellos.length > 0)
  await settle()
  await environment.advance(frameReadyDelay)
  return started
}
const mails = ({ frame }: WalletKit) => frame.types().filter((type) => type === 'connectEmail').length
/** Enters the code on the wallet's card. */
async function enterCode({ environment, frame, latchkey }: WalletKit) {
  const entered = latchkey.email.enterCode()
  await until(() => frame.hellos.length > 0)
  await settle()
  await environment.advance(frameReadyDelay)
  await until(() => frame.types().includes('connectOtp'))
  frame.answers.isConnected = () => ({ isConnected: true, isProtected: false })
  frame.answer('connectOtp', testUser)
  return entered
}

test('behavior: if it is closed in the code step, the login continues with the same code, and without another email', async () => {
  const kit = openTab().load()
  await start(kit)
  kit.latchkey.email.cancel()
  expect(kit.latchkey.email.getState()).toMatchObject({
    status: 'idle',
    left: { email, until: kit.environment.now() + codeLifetime },
  })
  await expect(kit.latchkey.email.start({ email: 'ADA@site.test' })).resolves.toBe('VERIFY_OTP')
  expect(kit.latchkey.email.getState()).toMatchObject({ status: 'code', left: undefined })
  await expect(enterCode(kit)).resolves.toMatchObject({ address: testUser.address })
  expect([mails(kit), kit.latchkey.email.getState().left]).toStrictEqual([1, undefined])
})

test('behavior: threat 198: a reload knows the address and continues the login; nothing secret is stored for that', async () => {
  const tab = openTab()
  await start(tab.load(), 'VERIFY_DEVICE')
  const [text] = [...tab.stored.values()]
  expect(Object.keys(JSON.parse(text ?? ''))).toStrictEqual(['email', 'action', 'sentAt'])
  const kit = tab.load()
  kit.latchkey.email.recall()
  await until(() => kit.latchkey.email.getState().left !== undefined)
  expect(kit.latchkey.email.getState()).toMatchObject({ status: 'idle', email, left: { email } })
  await expect(kit.latchkey.email.start({ email })).resolves.toBe('VERIFY_DEVICE')
  expect(kit.latchkey.email.getState().status).toBe('device')
  expect(mails(kit)).toBe(0)
})

test('behavior: nothing is left after the connection, after the code has expired, or after a failed step', async () => {
  const tab = openTab()
  const kit = tab.load()
  await start(kit)
  await enterCode(kit)
  expect(tab.stored.size).toBe(0)

  const late = openTab().load()
  await start(late)
  late.latchkey.email.cancel()
  await late.environment.advance(codeLifetime)
  await late.latchkey.email.start({ email })
  expect(mails(late)).toBe(2)

  const failed = openTab().load()
  await start(failed)
  const entered = failed.latchkey.email.enterCode()
  await until(() => failed.frame.types().includes('connectOtp'))
  failed.frame.refuse('connectOtp', { code: 'attempt_unknown', message: 'Unknown' })
  await expect(entered).rejects.toMatchObject({ code: 'attempt_unknown' })
  await expect(failed.latchkey.email.start({ email })).rejects.toMatchObject({ code: 'email_cooldown' })
  await failed.environment.advance(emailCooldown * 1000)
  await failed.latchkey.email.start({ email })
  expect(mails(failed)).toBe(2)
})
