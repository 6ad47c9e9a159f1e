import { LatchkeyError } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createServerSiwxClient } from '../siwx/createServerSiwxClient.ts'
import { createSiwxMessage } from '../siwx/createSiwxMessage.ts'
import { createSiwxServer } from '../testing/createSiwxServer.ts'
import { createTestEnvironment, settle, until } from '../testing/createTestEnvironment.ts'
import { createTestKit } from '../testing/createTestKit.ts'
import { createTestSiwx, type TestSiwx } from '../testing/createTestSiwx.ts'
import { createTestWallet } from '../testing/createTestWallet.ts'
import type { SignInState } from './SignInFeature.ts'

const rdns = 'dev.latchkey.virtual'

beforeAll(() =>
  Promise.all([
    import('./createSignInEngine.ts'),
    import('../chains/eip155/checksumAddress.ts'),
    import('../alerts/findAlerts.ts'),
  ]),
)

function setUp(siwx: TestSiwx = createTestSiwx()) {
  const environment = createTestEnvironment()
  const wallet = createTestWallet({ page: environment.page() })
  const latchkey = createTestKit({ environment, config: { siwx } })
  const { signIn, modal, connection } = latchkey
  const isAt = (status: SignInState['status']) => until(() => signIn.getState().status === status)
  return {
    ...{ environment, wallet, siwx, latchkey, signIn, modal, connection, isAt },
    views: () => modal.getState().history.map(({ name }) => name),
    signatures: () => wallet.requests().filter(({ method }) => method === 'personal_sign'),
    toast: async () => {
      await environment.advance(150)
      return modal.getState().toast
    },
    connect: async () => {
      await connection.connect({ connectorId: rdns })
      await isAt('needed')
    },
  }
}

describe('sign-ins that change elsewhere', () => {
  test('default: threat 135: the end of a sign-in leads back to the view, which cannot be closed if it is required', async () => {
    const siwx = createTestSiwx({ required: true })
    const { signIn, modal, views, isAt, connect } = setUp(siwx)
    await connect()
    await signIn.signIn()
    expect(views()).toStrictEqual([])
    siwx.sessions = []
    siwx.tell()
    await isAt('needed')
    expect(views()).toStrictEqual(['ConnectingSiwe'])
    modal.close()
    expect(modal.getState().open).toBe(true)
  })

  test('behavior: a new sign-in closes the view, and resolves its caller', async () => {
    const siwx = createTestSiwx({ required: true })
    const { signIn, modal, isAt, connect, signatures } = setUp(siwx)
    const other = setUp(siwx)
    await connect()
    await other.connect()
    const opened = modal.open({ view: 'SIWXSignMessage' })
    await other.signIn.signIn()
    siwx.tell()
    await isAt('signedIn')
    await expect(opened).resolves.toMatchObject({ type: 'signedIn' })
    expect([signIn.getState().failure, signatures()]).toStrictEqual([undefined, []])
  })

  test('behavior: a change during the wallet request is checked afterwards', async () => {
    const { signIn, siwx, wallet, environment, views, isAt, connect } = setUp()
    await connect()
    wallet.setPolicy('ask')
    const signing = signIn.signIn().catch((error: LatchkeyError) => error.code)
    await wallet.waitForRequest({ method: 'personal_sign' })
    siwx.tell()
    await settle()
    expect(signIn.getState().status).toBe('signing')
    // Signed in another tab. In this one the visitor declines.
    const [address, chainId] = [signIn.getState().subject?.address ?? '', 'eip155:31337' as const]
    const message = await siwx.createMessage({ accountAddress: address, chainId })
    siwx.sessions = [{ data: message, message: message.toString(), signature: '0x' }]
    await wallet.reject()
    expect(await signing).toBe('user_rejected')
    await isAt('signedIn')
    expect(views()).toStrictEqual([])
    await environment.idle()
  })

  test('error: threat 135: an unreachable server does not sign out', async () => {
    const { signIn, siwx, connection, connect, toast } = setUp(createTestSiwx({ required: true }))
    await connect()
    await signIn.signIn()
    siwx.intercept.getSessions = () => Promise.reject(new LatchkeyError('network_request_failed'))
    siwx.tell()
    await settle()
    expect([signIn.getState().status, connection.getState().status]).toStrictEqual(['signedIn', 'connected'])
    expect(await toast()).toBeUndefined()
  })

  test('behavior: a late answer about an account that is no longer in use changes nothing', async () => {
    const { signIn, siwx, wallet, isAt, connect } = setUp()
    await connect()
    await signIn.signIn()
    let answer = () => {}
    siwx.intercept.getSessions = () => new Promise((resolve) => (answer = resolve))
    siwx.tell()
    await until(() => siwx.calls.at(-1) === 'getSessions')
    const late = answer
    siwx.intercept = {}
    wallet.setAccount(1)
    await isAt('needed')
    await signIn.signIn()
    siwx.sessions = siwx.sessions.slice(1)
    late()
    await settle()
    expect(signIn.getState().status).toBe('signedIn')
  })
})

describe('sign-ins that expire', () => {
  const day = 86_400_000
  /** An app that ends a sign-in when its message expires. */
  const lasting = (days: number, environmentOf: () => { now: () => number }) => {
    const siwx = createTestSiwx({ required: true })
    const { createMessage, getSessions } = siwx
    siwx.createMessage = async (options) => {
      const { toString: _, ...data } = await createMessage(options)
      const expirationTime = new Date(environmentOf().now() + days * day).toISOString()
      return createSiwxMessage({ ...data, expirationTime })
    }
    siwx.getSessions = async (options) =>
      (await getSessions(options)).filter(({ data }) => Date.parse(data.expirationTime ?? '') > environmentOf().now())
    return siwx
  }

  test('default: an expired sign-in ends, and a required one is requested again', async () => {
    const siwx: TestSiwx = lasting(30, () => world.environment)
    const world = setUp(siwx)
    const { signIn, environment, views, connect } = world
    await connect()
    await signIn.signIn()
    const { length } = siwx.calls
    await environment.advance(30 * day - 1)
    expect([signIn.getState().status, views(), siwx.calls.length]).toStrictEqual(['signedIn', [], length])
    await environment.advance(1)
    expect([signIn.getState().status, views()]).toStrictEqual(['needed', ['ConnectingSiwe']])
    expect(siwx.calls.slice(length)).toStrictEqual(['getSessions'])
  })

  test('behavior: the same holds for a sign-in that was found', async () => {
    const siwx: TestSiwx = lasting(30, () => world.environment)
    const world = setUp(siwx)
    const { signIn, environment, wallet, isAt, connect } = world
    await connect()
    await signIn.signIn()
    await environment.advance(day)
    wallet.setAccount(1)
    await isAt('needed')
    wallet.setAccount(0)
    await isAt('signedIn')
    await environment.advance(29 * day)
    expect(signIn.getState().status).toBe('needed')
  })

  test('behavior: an app whose sign-ins outlast their message is asked once', async () => {
    const siwx: TestSiwx = lasting(1, () => world.environment)
    const { getSessions } = siwx
    const world = setUp(siwx)
    const { signIn, environment, latchkey, connect } = world
    await connect()
    const session = await signIn.signIn()
    siwx.getSessions = async (options) => {
      await getSessions(options)
      return [session]
    }
    const { length } = siwx.calls
    await environment.advance(2 * day)
    expect([signIn.getState().status, siwx.calls.slice(length)]).toStrictEqual(['signedIn', ['getSessions']])
    latchkey.destroy()
  })
})

describe('a sign-out during another operation', () => {
  test('default: a sign-in that is being stored ends too', async () => {
    const { signIn, siwx, connect, isAt } = setUp(createTestSiwx({ required: true }))
    await connect()
    let go = () => {}
    siwx.intercept.addSession = () => new Promise((resolve) => (go = resolve))
    const signing = signIn.signIn()
    await isAt('storing')
    const leaving = signIn.signOut()
    await settle()
    // The server could process them in the wrong order.
    expect(siwx.calls).not.toContain('revokeSession')
    go()
    await signing
    await leaving
    expect([siwx.sessions, signIn.getState().status]).toStrictEqual([[], 'needed'])
  })

  test('behavior: a sign-in that an earlier look found does not count afterwards', async () => {
    const { signIn, siwx, connect } = setUp()
    await connect()
    await signIn.signIn()
    const [session] = siwx.sessions
    siwx.sessions = []
    siwx.tell()
    await until(() => signIn.getState().status === 'needed')
    siwx.sessions = session ? [session] : []
    let answer = () => {}
    const { getSessions } = siwx
    siwx.getSessions = async (of) => {
      const found = await getSessions(of)
      await new Promise<void>((resolve) => (answer = resolve))
      return found
    }
    siwx.tell()
    await settle()
    await signIn.signOut()
    siwx.getSessions = getSessions
    answer()
    await settle()
    expect([siwx.sessions, signIn.getState().status]).toStrictEqual([[], 'needed'])
  })

  test('error: threat 136: signed out elsewhere during an account change: the new wallet is not asked for the first account', async () => {
    const { signIn, siwx, wallet, connect, isAt, signatures } = setUp()
    await connect()
    await signIn.signIn()
    siwx.sessions = []
    let answer = () => {}
    siwx.intercept.getSessions = () => new Promise((resolve) => (answer = resolve))
    const pressed = expect(signIn.signIn()).rejects.toMatchObject({ code: 'account_changed' })
    const late = answer
    siwx.intercept = {}
    wallet.setAccount(1)
    await isAt('needed')
    late()
    await pressed
    expect(signatures()).toHaveLength(1)
  })
})

describe('lost answers', () => {
  const away = () => Promise.reject(new LatchkeyError('network_request_failed'))

  test('default: threat 134: the same signature is sent to the server again, and the visitor signs only once', async () => {
    const { signIn, siwx, modal, views, connect, connection, signatures } = setUp(createTestSiwx({ required: true }))
    await connect()
    siwx.intercept.addSession = away
    await expect(signIn.signIn()).rejects.toMatchObject({ code: 'network_request_failed' })
    // The view shows the error and stays. Nothing is sent automatically.
    expect(signIn.getState()).toMatchObject({ status: 'needed', failure: { code: 'network_request_failed' } })
    const calls = siwx.calls.length
    await settle()
    expect([siwx.calls.length, views(), connection.getState().status]).toStrictEqual([
      calls,
      ['ConnectingSiwe'],
      'connected',
    ])
    modal.close()
    expect(modal.getState().open).toBe(true)
    await expect(signIn.signIn()).rejects.toMatchObject({ code: 'network_request_failed' })
    siwx.intercept = {}
    const session = await signIn.signIn()
    expect([siwx.sessions, signatures().length, signIn.getState().status]).toStrictEqual([[session], 1, 'signedIn'])
  })

  test('behavior: if the server refuses it then, the visitor signs again', async () => {
    const { signIn, siwx, connect, signatures } = setUp()
    await connect()
    siwx.intercept.addSession = away
    await expect(signIn.signIn()).rejects.toMatchObject({ code: 'network_request_failed' })
    siwx.intercept.addSession = async () => {
      siwx.intercept = {}
      throw new ServiceError('siwx_nonce_used')
    }
    await signIn.signIn()
    expect([siwx.sessions.length, signatures().length]).toStrictEqual([1, 2])
  })

  test('behavior: after the visitor left, nothing is sent later', async () => {
    for (const leave of ['cancel', 'disconnect'] as const) {
      const { signIn, siwx, connection, connect, signatures } = setUp()
      await connect()
      siwx.intercept.addSession = away
      await expect(signIn.signIn()).rejects.toMatchObject({ code: 'network_request_failed' })
      siwx.intercept = {}
      if (leave === 'cancel') await signIn.cancel()
      else {
        await connection.disconnect()
        await connect()
      }
      await signIn.signIn()
      expect(signatures()).toHaveLength(2)
    }
  })

  test('behavior: another account’s signature is not sent for this one', async () => {
    const { signIn, siwx, wallet, isAt, connect, signatures } = setUp()
    await connect()
    siwx.intercept.addSession = away
    await expect(signIn.signIn()).rejects.toMatchObject({ code: 'network_request_failed' })
    siwx.intercept = {}
    wallet.setAccount(1)
    await isAt('checking')
    await isAt('needed')
    const { data } = await signIn.signIn()
    expect(data.accountAddress).toBe(wallet.getState().accounts[1]?.address)
    expect(signatures()).toHaveLength(2)
  })
})

describe('refusals by the server', () => {
  test('default: they are shown with the server’s text', async () => {
    const { signIn, siwx, connect, toast } = setUp()
    await connect()
    siwx.intercept.addSession = () => Promise.reject(new ServiceError('siwx_nonce_expired'))
    await expect(signIn.signIn()).rejects.toMatchObject({ code: 'siwx_nonce_expired' })
    expect(signIn.getState().failure).toMatchObject({ code: 'siwx_nonce_expired' })
    expect(await toast()).toMatchObject({ kind: 'error', code: 'siwx_nonce_expired' })
  })

  test('behavior: a wrong configuration is reported to the developer once', async () => {
    const written = vi.spyOn(console, 'error').mockImplementation(() => {})
    onTestFinished(() => written.mockRestore())
    const { signIn, siwx, modal, connect } = setUp()
    await connect()
    siwx.intercept.addSession = () => Promise.reject(new ServiceError('siwx_cookie_missing'))
    for (let times = 0; times < 2; times++)
      await expect(signIn.signIn()).rejects.toMatchObject({ code: 'siwx_cookie_missing' })
    await until(() => modal.getState().alert !== undefined)
    expect(modal.getState().alert).toMatchObject({ code: 'siwx_cookie_missing' })
    expect(written).toHaveBeenCalledOnce()
  })
})

test('behavior: two tabs with the server’s own sign-in: a sign-in and a sign-out in one are visible in both', async () => {
  const server = createSiwxServer()
  const open = () => {
    const environment = createTestEnvironment({ fetch: server.fetch })
    createTestWallet({ page: environment.page() })
    const site = { domain: 'site.test', uri: 'https://site.test' }
    const api = { apiUrl: 'https://api.test', projectId: '1'.repeat(32) }
    const client = createServerSiwxClient({ ...api, ...site, environment })
    onTestFinished(client.destroy)
    const siwx = { ...client, getRequired: () => true }
    return createTestKit({ environment, config: { siwx } })
  }
  const [one, two] = [open(), open()]
  const both = (status: SignInState['status']) =>
    until(() => [one, two].every(({ signIn }) => signIn.getState().status === status))
  for (const { connection } of [one, two]) await connection.connect({ connectorId: rdns })
  await both('needed')
  await one.signIn.signIn()
  await both('signedIn')
  expect(two.modal.getState().open).toBe(false)
  await two.signIn.signOut()
  await both('needed')
  expect(one.modal.getState().history).toMatchObject([{ name: 'ConnectingSiwe' }])
})
