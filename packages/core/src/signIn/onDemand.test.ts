import { beforeAll, describe, expect, test } from 'vitest'
import { createTestEnvironment, settle, until } from '../testing/createTestEnvironment.ts'
import { createTestKit } from '../testing/createTestKit.ts'
import { createTestSiwx } from '../testing/createTestSiwx.ts'
import { createTestWallet } from '../testing/createTestWallet.ts'
import type { SignInState } from './SignInFeature.ts'

const rdns = 'dev.latchkey.virtual'

beforeAll(() =>
  Promise.all([
    import('./createSignInEngine.ts'),
    import('../chains/eip155/checksumAddress.ts'),
    import('../networks/switchWalletNetwork.ts'),
  ]),
)

/** A kit whose app asks for a sign-in when it needs one. */
function setUp({ required = false }: { required?: boolean } = {}) {
  const environment = createTestEnvironment()
  const wallet = createTestWallet({ page: environment.page() })
  const siwx = createTestSiwx({ asksOnConnect: false, required })
  const latchkey = createTestKit({ environment, config: { siwx } })
  const { signIn, modal, connection } = latchkey
  return {
    ...{ environment, wallet, siwx, signIn, modal, connection },
    views: () => modal.getState().history.map(({ name }) => name),
    isAt: (status: SignInState['status']) => until(() => signIn.getState().status === status),
    connect: () => connection.connect({ connectorId: rdns }),
  }
}

describe('the app asks when it needs a sign-in', () => {
  test('default: a connection does not ask for a sign-in', async () => {
    const { modal, views, isAt, connect, wallet } = setUp()
    const opened = modal.open()
    const { address } = await connect()
    await expect(opened).resolves.toStrictEqual({ type: 'connected', address })
    await isAt('needed')
    wallet.setAccount(1)
    await isAt('checking')
    await isAt('needed')
    expect(views()).toStrictEqual([])
    expect(wallet.requests().filter(({ method }) => method === 'personal_sign')).toStrictEqual([])
  })

  test('behavior: the app’s own button signs immediately, without a view', async () => {
    const { signIn, siwx, views, connect } = setUp()
    await connect()
    const session = await signIn.signIn()
    expect([siwx.sessions, signIn.getState().status, views()]).toStrictEqual([[session], 'signedIn', []])
  })

  test('error: after a refusal, the error is shown, and no view opens', async () => {
    const { signIn, modal, environment, wallet, views, isAt, connect, connection } = setUp()
    await connect()
    await isAt('needed')
    wallet.setPolicy('reject')
    await expect(signIn.signIn()).rejects.toMatchObject({ code: 'user_rejected' })
    await environment.advance(150)
    expect(modal.getState().toast).toMatchObject({ kind: 'error', code: 'siwx_declined' })
    expect([views(), connection.getState().status]).toStrictEqual([[], 'connected'])
  })

  test('behavior: the view opens on demand; if it is closed, the account stays connected', async () => {
    const { signIn, modal, views, isAt, connect, connection } = setUp()
    await connect()
    await isAt('needed')
    const opened = modal.open({ view: 'SIWXSignMessage' })
    expect(views()).toStrictEqual(['SIWXSignMessage'])
    modal.close()
    await expect(opened).resolves.toStrictEqual({ type: 'closed' })
    expect([connection.getState().status, signIn.getState().status]).toStrictEqual(['connected', 'needed'])
    void modal.open({ view: 'SIWXSignMessage' })
    await signIn.cancel()
    expect([views(), connection.getState().status]).toStrictEqual([[], 'connected'])
    const again = modal.open({ view: 'SIWXSignMessage' })
    await signIn.signIn()
    await expect(again).resolves.toMatchObject({ type: 'signedIn' })
  })

  test('behavior: if it opens before a connection, it waits for the account', async () => {
    const { signIn, modal, views, isAt, connect } = setUp()
    const opened = modal.open({ view: 'SIWXSignMessage' })
    expect(views()).toStrictEqual(['SIWXSignMessage', 'Connect'])
    await connect()
    await isAt('needed')
    expect(views()).toStrictEqual(['SIWXSignMessage'])
    await signIn.signIn()
    await expect(opened).resolves.toMatchObject({ type: 'signedIn' })
  })

  test('error: sign-ins that cannot be read do not end the connection', async () => {
    const { signIn, siwx, modal, isAt, connect, connection } = setUp()
    siwx.intercept.getSessions = () => Promise.reject(new Error('The server is down'))
    await connect()
    await isAt('needed')
    await settle()
    expect([connection.getState().status, modal.getState().toast]).toStrictEqual(['connected', undefined])
    siwx.intercept = {}
    await signIn.signIn()
    expect(signIn.getState().status).toBe('signedIn')
  })

  test('behavior: a sign-in that ended elsewhere is noticed, and no view opens', async () => {
    const { signIn, siwx, views, isAt, connect } = setUp()
    await connect()
    await isAt('needed')
    await signIn.signIn()
    siwx.sessions = []
    siwx.tell()
    await isAt('needed')
    expect(views()).toStrictEqual([])
  })

  test('behavior: a required sign-in is requested regardless of the app’s setting', async () => {
    const { views, isAt, connect } = setUp({ required: true })
    await connect()
    await isAt('needed')
    expect(views()).toStrictEqual(['ConnectingSiwe'])
  })
})
