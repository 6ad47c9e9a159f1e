import { frameReadyDelay } from '@latchkey/protocol'
import type { OneClickSignIn, SiwxMessageData, SiwxSession } from '@latchkey/protocol/siwx'
import { describe, expect, test, vi } from 'vitest'
import { lifetime, loginSignInTimeout, mostNetworks } from '../connectors/embedded/createLoginSignIn.ts'
import type { LatchkeyConfig } from '../LatchkeyConfig.ts'
import { createSiwxMessage } from '../siwx/createSiwxMessage.ts'
import { settle, until } from '../testing/createTestEnvironment.ts'
import { testUser } from '../testing/createTestFrame.ts'
import { createTestSiwx, type TestSiwx } from '../testing/createTestSiwx.ts'
import { createWalletKit, type WalletKit } from '../testing/createWalletKit.ts'

const email = 'ada@site.test'
const message = {
  ...{ domain: 'site.test', uri: 'https://site.test', version: '1', nonce: 'oneclick00000001' },
  issuedAt: '2026-11-20T00:00:00.000Z',
}
/** A kit whose app uses one-click sign-in. */
function createKit(change: Partial<TestSiwx> = {}, config: Partial<LatchkeyConfig> = {}) {
  const siwx = Object.assign(createTestSiwx(), { createOneClick: vi.fn(async () => message) }, change)
  const kit = createWalletKit({ config: { siwx, ...config } })
  const views: string[] = []
  kit.latchkey.modal.subscribe(({ history }) => {
    const name = history.at(-1)?.name
    if (name && name !== views.at(-1)) views.push(name)
  })
  return { ...kit, siwx, views }
}
type Kit = ReturnType<typeof createKit>
const isSignInView = (name: string) => name === 'SIWXSignMessage' || name === 'ConnectingSiwe'
/** Sends the email, and asks for the code. */
async function askForCode({ environment, frame, latchkey }: WalletKit) {
  frame.answers.connectEmail = () => ({ action: 'VERIFY_OTP' })
  const started = latchkey.email.start({ email })
  await until(() => frame.hellos.length > 0)
  await settle()
  await environment.advance(frameReadyDelay)
  await started
  const entered = latchkey.email.enterCode()
  entered.catch(() => {})
  return entered
}
const askedOf = ({ frame }: WalletKit) =>
  frame.requests.find(({ type }) => type === 'connectOtp')?.payload.signIn as OneClickSignIn | undefined
/** Signs the request like the wallet. */
const sign = (asked: OneClickSignIn | undefined): SiwxSession[] =>
  (asked?.chainIds ?? []).map((chainId) => {
    const data = { ...asked?.message, accountAddress: testUser.address, chainId } as SiwxMessageData
    return { data, message: createSiwxMessage(data).toString(), signature: '0x1b' }
  })
async function logIn(kit: Kit, signIns?: (asked: OneClickSignIn | undefined) => unknown) {
  const entered = askForCode(kit)
  await until(() => kit.frame.types().includes('connectOtp'))
  const asked = askedOf(kit)
  kit.frame.answers.isConnected = () => ({ isConnected: true })
  // As in the frame, the account event precedes the answer to the login.
  kit.frame.say({ name: 'accountsChanged', accounts: [testUser.address] })
  await settle()
  kit.frame.answer('connectOtp', { ...testUser, ...(signIns && { signIns: signIns(asked) }) })
  await entered
  await until(() => ['signedIn', 'needed', 'off'].includes(kit.latchkey.signIn.getState().status))
  return asked
}

describe('a login with a sign-in', () => {
  test('default: the wallet’s signature is stored before the connection, and no view asks for one', async () => {
    const kit = createKit({ required: true })
    const statuses: string[] = []
    const stored: string[] = []
    kit.latchkey.connection.subscribe(({ status }) => statuses.push(`${status} ${kit.siwx.sessions.length}`))
    kit.latchkey.signIn.subscribe(({ status }) => stored.push(status))
    const asked = await logIn(kit, sign)
    expect(asked).toStrictEqual({ chainIds: asked?.chainIds, message })
    expect(asked?.chainIds[0]).toBe('eip155:31337')
    expect(kit.siwx.sessions.map(({ data }) => data.chainId)).toStrictEqual(asked?.chainIds)
    expect(kit.latchkey.signIn.getState()).toMatchObject({ status: 'signedIn' })
    expect(statuses.filter((status) => status === 'connected 0')).toStrictEqual([])
    expect(stored).not.toContain('needed')
    expect(kit.views.some(isSignInView)).toBe(false)
    // The state of the visitor contains no sign-in data.
    expect(kit.latchkey.email.getState().user).toStrictEqual(testUser)
  })

  test('behavior: no view shows while the server is asked again, and a sign-in that is missing there is requested', async () => {
    const kit = createKit({ required: true })
    const { modal, signIn } = kit.latchkey
    void modal.open({ view: 'Connect' })
    const shown: boolean[] = []
    kit.siwx.intercept.getSessions = async () => {
      shown.push(modal.getState().open, signIn.getState().status !== 'signedIn')
      kit.siwx.sessions = []
    }
    await logIn(kit, sign)
    await until(() => shown.length > 0)
    expect(shown.slice(0, 2)).toStrictEqual([false, false])
    await until(() => signIn.getState().status === 'needed')
    expect(modal.getState().history.some(({ name }) => isSignInView(name))).toBe(true)
  })

  test('behavior: a wallet without a signature: the visitor is asked as usual', async () => {
    const kit = createKit({ required: true })
    await logIn(kit)
    expect(kit.latchkey.signIn.getState()).toMatchObject({ status: 'needed' })
    expect(kit.views.some(isSignInView)).toBe(true)
  })

  test.each([
    ['of another site', (asked: OneClickSignIn) => sign({ ...asked, message: { ...message, domain: 'evil.test' } })],
    [
      'of another nonce',
      (asked: OneClickSignIn) => sign({ ...asked, message: { ...message, nonce: 'other00000000001' } }),
    ],
    ['on another network', (asked: OneClickSignIn) => sign({ ...asked, chainIds: ['eip155:5'] })],
    ['that is none', () => [null, {}, 'text']],
    ['that are no list', () => ({ length: 1 })],
  ])('behavior: a signature %s is not stored', async (_name, signIns) => {
    const kit = createKit()
    await logIn(kit, (asked) => signIns(asked as OneClickSignIn))
    expect(kit.siwx.sessions).toStrictEqual([])
    expect(kit.latchkey.connection.getState().status).toBe('connected')
  })

  test('behavior: a server that refuses the sign-in does not prevent the connection', async () => {
    const kit = createKit()
    kit.siwx.intercept.addSession = async () => {
      throw new Error('no')
    }
    await logIn(kit, sign)
    expect(kit.latchkey.connection.getState().status).toBe('connected')
    expect(kit.latchkey.signIn.getState()).toMatchObject({ status: 'needed' })
  })

  test('behavior: a late signature is dropped, and requested again', async () => {
    const kit = createKit()
    const entered = askForCode(kit)
    await until(() => kit.frame.types().includes('connectOtp'))
    const asked = askedOf(kit)
    for (let waited = 0; waited < lifetime; waited += 25_000) {
      await kit.environment.advance(25_000)
      const count = kit.frame.types().length
      kit.frame.answer('connectOtp', { status: 'pending' })
      await until(() => kit.frame.types().length > count)
    }
    kit.frame.answers.isConnected = () => ({ isConnected: true })
    kit.frame.answer('connectOtp', { ...testUser, signIns: sign(asked) })
    await entered
    expect(kit.siwx.calls).not.toContain('addSession')
  })
})

describe('the message', () => {
  test('behavior: for the current network first, and for a few', async () => {
    const kit = createKit()
    const entered = askForCode(kit)
    await until(() => kit.frame.types().includes('connectOtp'))
    const { chainIds = [] } = askedOf(kit) ?? {}
    expect(chainIds[0]).toBe(testUser.chainId)
    expect(chainIds.length).toBeLessThanOrEqual(mostNetworks)
    expect(new Set(chainIds).size).toBe(chainIds.length)
    kit.latchkey.email.cancel()
    await entered.catch(() => {})
  })

  test('behavior: if it takes too long, the login continues without it', async () => {
    const kit = createKit({ createOneClick: () => new Promise(() => {}) } as never)
    const entered = askForCode(kit)
    await until(() => {
      void kit.environment.advance(loginSignInTimeout / 10)
      return kit.frame.types().includes('connectOtp')
    })
    expect(askedOf(kit)).toBe(undefined)
    kit.latchkey.email.cancel()
    await entered.catch(() => {})
  })

  test.each([
    ['cannot make one', { createOneClick: async () => Promise.reject(new Error('no')) }],
    ['has none to make', { createOneClick: undefined }],
    ['asks when it needs one', { asksOnConnect: () => false }],
  ])('behavior: an app that %s: the login has no message', async (_name, change) => {
    const kit = createKit(change as never)
    const entered = askForCode(kit)
    await until(() => kit.frame.types().includes('connectOtp'))
    expect(kit.frame.requests.find(({ type }) => type === 'connectOtp')?.payload).toStrictEqual({})
    kit.latchkey.email.cancel()
    await entered.catch(() => {})
  })

  test('behavior: a required sign-in is part of the login even if the app asks itself', async () => {
    const kit = createKit({ asksOnConnect: () => false, required: true })
    const entered = askForCode(kit)
    await until(() => kit.frame.types().includes('connectOtp'))
    expect(askedOf(kit)?.message).toStrictEqual(message)
    kit.latchkey.email.cancel()
    await entered.catch(() => {})
  })

  test('behavior: a code that is entered on the page has no sign-in, because no card shows it', async () => {
    const kit = createKit()
    const entered = askForCode(kit)
    await until(() => kit.frame.types().includes('connectOtp'))
    kit.frame.refuse('connectOtp', { code: 'user_rejected', message: 'Closed' })
    await entered.catch(() => {})
    await kit.latchkey.email.start({ email })
    const typed = kit.latchkey.email.enterCode({ otp: '123456' })
    await until(() => kit.frame.types().filter((type) => type === 'connectOtp').length === 2)
    expect(kit.frame.requests.at(-1)?.payload).toStrictEqual({ otp: '123456' })
    kit.latchkey.email.cancel()
    await typed.catch(() => {})
  })

  test('behavior: each login has another message', async () => {
    const kit = createKit()
    await logIn(kit, sign)
    await kit.latchkey.connection.disconnect()
    await kit.environment.advance(30_000)
    kit.frame.answers.isConnected = () => ({ isConnected: false })
    await kit.latchkey.email.start({ email })
    const entered = kit.latchkey.email.enterCode()
    await until(() => kit.frame.types().filter((type) => type === 'connectOtp').length === 2)
    expect(kit.siwx.createOneClick).toHaveBeenCalledTimes(2)
    kit.latchkey.email.cancel()
    await entered.catch(() => {})
  })
})

test('behavior: a login that ends with the device link also signs in', async () => {
  const kit = createKit()
  const { frame, environment, latchkey } = kit
  frame.answers.connectEmail = () => ({ action: 'VERIFY_DEVICE' })
  const started = latchkey.email.start({ email })
  await until(() => frame.hellos.length > 0)
  await settle()
  await environment.advance(frameReadyDelay)
  await started
  frame.answers.isConnected = () => ({ isConnected: true })
  frame.answers.connectDevice = ({ payload }) => ({ connected: true, signIns: sign(payload.signIn as OneClickSignIn) })
  await latchkey.email.waitForDevice()
  expect(kit.siwx.sessions.length).toBeGreaterThan(0)
  await until(() => latchkey.signIn.getState().status === 'signedIn')
})
