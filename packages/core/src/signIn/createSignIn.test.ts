import { parseAccountId } from '@latchkey/protocol'
import { createVirtualMultiWallet } from '@latchkey/testkit'
import { hexToString, verifyMessage } from 'viem'
import { beforeAll, describe, expect, test } from 'vitest'
import type { LatchkeyConfig } from '../LatchkeyConfig.ts'
import type { LatchkeyEvent } from '../LatchkeyEvent.ts'
import { bitcoin, solana } from '../networks/presets.ts'
import { createTestEnvironment, until } from '../testing/createTestEnvironment.ts'
import { createTestKit } from '../testing/createTestKit.ts'
import { createTestSiwx, type TestSiwx } from '../testing/createTestSiwx.ts'
import { createTestWallet } from '../testing/createTestWallet.ts'
import { localOne } from '../testing/testNetworks.ts'
import { siwxTimeout } from './createSignInEngine.ts'
import { signTimeout } from './createSigning.ts'
import type { SignInState } from './SignInFeature.ts'

const rdns = 'dev.latchkey.virtual'
const node = 'http://127.0.0.1:1'
const foreign = 99_999

beforeAll(() =>
  Promise.all([
    import('./createSignInEngine.ts'),
    import('../chains/eip155/checksumAddress.ts'),
    import('../networks/switchWalletNetwork.ts'),
  ]),
)

function setUp({ siwx = createTestSiwx(), ...config }: Partial<LatchkeyConfig> & { siwx?: TestSiwx } = {}) {
  const environment = createTestEnvironment()
  const wallet = createTestWallet({ page: environment.page(), chains: { 31337: node, 31338: node, [foreign]: node } })
  const latchkey = createTestKit({ environment, config: { siwx, ...config } })
  const events: LatchkeyEvent[] = []
  latchkey.subscribe((event) => events.push(event))
  const { signIn, modal, connection } = latchkey
  const views = () => modal.getState().history.map(({ name }) => name)
  const isAt = (status: SignInState['status']) => until(() => signIn.getState().status === status)
  const connect = () => connection.connect({ connectorId: rdns })
  const signatures = () => wallet.requests().filter(({ method }) => method === 'personal_sign')
  const toast = async () => {
    await environment.advance(150)
    return modal.getState().toast
  }
  return {
    environment,
    wallet,
    latchkey,
    siwx,
    signIn,
    modal,
    connection,
    events,
    views,
    isAt,
    connect,
    signatures,
    toast,
  }
}

describe('signing in', () => {
  test('default (spec 4.7, 4.8 and 8.10)', async () => {
    const { signIn, modal, siwx, wallet, events, views, isAt, connect, signatures, toast } = setUp()
    const opened = modal.open()
    const account = await connect()
    // The modal stays open and shows the sign-in view.
    expect(views()).toStrictEqual(['ConnectingSiwe'])
    await isAt('needed')
    expect(signIn.getState()).toMatchObject({ subject: { accountId: account.caipAddress }, failure: undefined })

    wallet.setPolicy('ask')
    const signing = signIn.signIn()
    await wallet.waitForRequest({ method: 'personal_sign' })
    expect(signIn.getState().status).toBe('signing')
    expect(modal.getState().toast).toMatchObject({
      kind: 'loading',
      text: 'authenticating',
      message: 'Authenticating...',
    })
    await wallet.approve()
    const session = await signing
    await expect(opened).resolves.toStrictEqual({ type: 'signedIn', address: account.address })
    expect(signIn.getState()).toMatchObject({ status: 'signedIn', failure: undefined })
    expect(await toast()).toBeUndefined()
    expect(events.at(-1)).toStrictEqual({ type: 'signedIn', account: account.caipAddress })

    // The stored and signed message is exactly the one that the wallet showed.
    const [text, address] = (signatures()[0]?.params ?? []) as [`0x${string}`, `0x${string}`]
    expect(hexToString(text)).toBe(session.message)
    expect(session.message).toMatch(/^site\.test wants you to sign in with your Ethereum account:\n/)
    expect(
      await verifyMessage({ address, message: session.message, signature: session.signature as `0x${string}` }),
    ).toBe(true)
    expect(siwx.sessions).toStrictEqual([session])
    expect(session.data).toMatchObject({ accountAddress: account.address, chainId: 'eip155:31337' })
    expect(await signIn.getSessions()).toStrictEqual([session])
    // After a sign-in, the wallet is not asked again.
    expect(await signIn.signIn()).toStrictEqual(session)
    expect(signatures()).toHaveLength(1)
  })

  test('behavior: with an existing sign-in, the wallet is not asked (spec 4.7)', async () => {
    const first = setUp()
    const account = await first.connect()
    await first.isAt('needed')
    await first.signIn.signIn()

    const { signIn, modal, views, isAt, connect, signatures } = setUp({ siwx: first.siwx })
    const opened = modal.open()
    await connect()
    await isAt('signedIn')
    await expect(opened).resolves.toStrictEqual({ type: 'connected', address: account.address })
    expect([signIn.getState().status, views(), signatures()]).toStrictEqual(['signedIn', [], []])
  })

  test('behavior: a requested view waits until the account is signed in', async () => {
    const { modal, signIn, views, isAt, connect } = setUp()
    void modal.open({ view: 'Receive' })
    await connect()
    await isAt('needed')
    expect(views()).toStrictEqual(['Receive', 'ConnectingSiwe'])
    await signIn.signIn()
    expect(views()).toStrictEqual(['Receive'])
  })

  test('behavior: it opens automatically if the modal is closed', async () => {
    const { views, isAt, connect } = setUp()
    await connect()
    expect(views()).toStrictEqual([])
    await isAt('needed')
    expect(views()).toStrictEqual(['ConnectingSiwe'])
  })

  test('behavior: a second press signs once', async () => {
    const { signIn, wallet, isAt, connect, signatures } = setUp()
    await connect()
    await isAt('needed')
    wallet.setPolicy('ask')
    const both = [signIn.signIn(), signIn.signIn()]
    await wallet.approve()
    const [one, other] = await Promise.all(both)
    expect(one).toBe(other)
    expect(signatures()).toHaveLength(1)
  })

  test.each([
    ['solana', [localOne, solana], /^[1-9A-HJ-NP-Za-km-z]{86,88}$/, 'Solana'],
    ['bip122', [localOne, bitcoin], /^[0-9A-Za-z+/]+={0,2}$/, 'Bitcoin'],
  ] as const)(
    'behavior: %s signs the text in its own format (spec 7.39)',
    async (namespace, networks, signature, blockchain) => {
      const siwx = createTestSiwx()
      const environment = createTestEnvironment()
      const key = { privateKey: `0x${'11'.repeat(32)}` } as const
      createVirtualMultiWallet({
        eip155: { accounts: [key], chains: { 31337: node } },
        solana: { accounts: [key] },
        bip122: { accounts: [key] },
      }).announce({ target: environment.page() })
      const latchkey = createTestKit({ environment, config: { siwx, networks } })
      latchkey.wallets.discover()
      const connectorOf = () =>
        latchkey.wallets
          .getState()
          .installed.flatMap(({ connectors }) => connectors)
          .find((connector) => connector.namespace === namespace)
      await until(() => connectorOf() !== undefined)
      const account = await latchkey.connection.connect({ connectorId: connectorOf()?.id ?? '' })
      await until(() => latchkey.signIn.getState().status === 'needed')
      expect(latchkey.modal.getState().history).toMatchObject([{ name: 'SIWXSignMessage' }])
      const session = await latchkey.signIn.signIn()
      expect(session.signature).toMatch(signature)
      expect(session.message).toContain(`wants you to sign in with your ${blockchain} account:\n${account.address}`)
      expect(siwx.sessions).toStrictEqual([session])
    },
  )
})

describe('failures', () => {
  test('error: declined in the wallet (spec 4.9, 4.10 and 8.6)', async () => {
    const { signIn, modal, wallet, views, isAt, connect, toast, events } = setUp()
    const account = await connect()
    await isAt('needed')
    wallet.setPolicy('reject')
    await expect(signIn.signIn()).rejects.toMatchObject({ code: 'user_rejected' })
    expect(signIn.getState()).toMatchObject({ status: 'needed', failure: { code: 'siwx_declined' } })
    expect(await toast()).toMatchObject({ kind: 'error', code: 'siwx_declined', message: 'Signature declined' })
    expect(events.at(-1)).toStrictEqual({ type: 'signInFailed', account: account.caipAddress, code: 'siwx_declined' })
    expect(views()).toStrictEqual(['ConnectingSiwe'])
    // If it was closed, it opens again to show the error.
    modal.close()
    wallet.setPolicy('reject')
    await expect(signIn.signIn()).rejects.toMatchObject({ code: 'user_rejected' })
    expect(views()).toStrictEqual(['ConnectingSiwe'])
    // Another attempt succeeds.
    wallet.setPolicy('approve')
    await signIn.signIn()
    expect(signIn.getState()).toMatchObject({ status: 'signedIn', failure: undefined })
  })

  test('error: the app refuses the sign-in', async () => {
    const { signIn, siwx, isAt, connect, toast } = setUp()
    await connect()
    await isAt('needed')
    siwx.intercept.addSession = () => Promise.reject(new Error('The signature does not verify'))
    await expect(signIn.signIn()).rejects.toMatchObject({ code: 'siwx_declined' })
    expect(signIn.getState()).toMatchObject({ status: 'needed', failure: { code: 'siwx_declined' } })
    expect(await toast()).toMatchObject({ kind: 'error', code: 'siwx_declined' })
  })

  test('error: the app cannot create a message', async () => {
    const { signIn, siwx, connection, isAt, connect, signatures } = setUp()
    await connect()
    await isAt('needed')
    siwx.intercept.createMessage = () => Promise.reject(new Error('No nonce'))
    await expect(signIn.signIn()).rejects.toMatchObject({ code: 'siwx_failed' })
    expect(signatures()).toStrictEqual([])
    expect(connection.getState().status).toBe('connected')
    expect(signIn.getState().failure).toMatchObject({ code: 'siwx_failed' })
  })

  test('error: the wallet never answers', async () => {
    const { environment, signIn, wallet, isAt, connect } = setUp()
    await connect()
    await isAt('needed')
    wallet.setPolicy('hang')
    const signing = expect(signIn.signIn()).rejects.toMatchObject({ code: 'wallet_timeout' })
    await wallet.waitForRequest({ method: 'personal_sign' })
    await environment.advance(signTimeout)
    await signing
    expect(signIn.getState()).toMatchObject({ status: 'needed', failure: { code: 'wallet_timeout' } })
  })

  test('error: the sign-ins cannot be read (spec 8.8)', async () => {
    const siwx = createTestSiwx()
    siwx.intercept.getSessions = () => Promise.reject(new Error('The server is down'))
    const { modal, connection, connect, isAt, toast } = setUp({ siwx })
    const opened = modal.open()
    await connect()
    await expect(opened).resolves.toStrictEqual({ type: 'closed' })
    await isAt('idle')
    expect(await toast()).toMatchObject({
      kind: 'error',
      code: 'siwx_failed',
      message: 'A problem occurred while trying initialize authentication',
    })
    expect(connection.getState()).toMatchObject({ status: 'disconnected', connections: [] })
  })

  test('error: the app never answers about sign-ins', async () => {
    const siwx = createTestSiwx()
    siwx.intercept.getSessions = () => new Promise(() => undefined)
    const { environment, connection, connect, isAt } = setUp({ siwx })
    await connect()
    await isAt('checking')
    await environment.advance(siwxTimeout)
    expect(connection.getState().status).toBe('disconnected')
  })
})

describe('while something changes', () => {
  test('behavior: another account is asked separately, and the late answer for the first is ignored', async () => {
    const { signIn, siwx, wallet, isAt, connect, signatures, toast } = setUp()
    await connect()
    await isAt('needed')
    wallet.setPolicy('ask')
    const first = expect(signIn.signIn()).rejects.toMatchObject({ code: 'user_rejected' })
    await wallet.waitForRequest({ method: 'personal_sign' })
    wallet.setAccount(1)
    await first
    await isAt('needed')
    await wallet.approve()
    expect(await toast()).toBeUndefined()
    expect(siwx.sessions).toStrictEqual([])
    const second = signIn.signIn()
    await wallet.waitForRequest({ method: 'personal_sign' })
    await wallet.approve()
    const { data } = await second
    expect(data.accountAddress).toBe(wallet.getState().accounts[1]?.address)
    expect(signatures()).toHaveLength(2)
  })

  test('behavior: a network change never skips the sign-in', async () => {
    const { latchkey, signIn, modal, wallet, views, isAt, connect } = setUp({
      siwx: createTestSiwx({ required: true }),
    })
    const opened = modal.open()
    await connect()
    await isAt('needed')
    wallet.setChain(31338)
    await until(() => signIn.getState().subject?.chainId === 'eip155:31338')
    await isAt('needed')
    expect(views()).toStrictEqual(['ConnectingSiwe'])
    // To an unsupported network and back.
    wallet.setChain(foreign)
    expect(views()).toStrictEqual(['UnsupportedChain'])
    await isAt('idle')
    await latchkey.networks.switchNetwork({ chainId: 'eip155:31337' })
    expect(views()).toStrictEqual(['ConnectingSiwe'])
    await isAt('needed')
    await signIn.signIn()
    await expect(opened).resolves.toMatchObject({ type: 'signedIn' })
    // Each network needs a separate sign-in.
    void modal.open()
    modal.push('Networks')
    modal.push('SwitchNetwork', { chainId: 'eip155:31338' })
    await latchkey.networks.switchNetwork({ chainId: 'eip155:31338' })
    await isAt('needed')
    expect(views()).toStrictEqual(['Account', 'ConnectingSiwe'])
  })

  test('behavior: an unsupported network that is allowed needs no sign-in (spec 8.13)', async () => {
    const { signIn, wallet, views, connect } = setUp({ allowUnsupportedChain: true })
    wallet.setChain(foreign)
    await connect()
    expect([signIn.getState().status, views()]).toStrictEqual(['idle', []])
    await expect(signIn.signIn()).rejects.toMatchObject({
      code: 'no_active_network',
      message: 'No ActiveCaipNetwork or client found',
    })
  })
})

describe('leaving', () => {
  test('behavior: if it is required, the modal cannot be closed, and a cancel disconnects (spec 4.11 and 2.20)', async () => {
    const siwx = createTestSiwx({ required: true })
    const { signIn, modal, connection, views, isAt, connect } = setUp({ siwx })
    const opened = modal.open()
    await connect()
    await isAt('needed')
    modal.close()
    expect(modal.getState().shake).toStrictEqual({ reason: 'signInRequired' })
    modal.goBack()
    modal.replace('Account')
    expect(views()).toStrictEqual(['ConnectingSiwe'])
    modal.reset('Account')
    void modal.open({ view: 'Receive' })
    expect(views()).toStrictEqual(['Receive', 'ConnectingSiwe'])
    modal.goBack()
    modal.push('Networks')
    modal.close()
    expect(views()).toStrictEqual(['Receive', 'ConnectingSiwe', 'Networks'])
    await signIn.cancel()
    await expect(opened).resolves.toStrictEqual({ type: 'closed' })
    expect(connection.getState().status).toBe('disconnected')
    expect(signIn.getState()).toMatchObject({ status: 'idle', subject: undefined })
  })

  test('behavior: if it is optional, a cancel closes the view and the account stays (spec 4.11)', async () => {
    const { signIn, modal, connection, isAt, connect } = setUp()
    const opened = modal.open()
    const { address } = await connect()
    await isAt('needed')
    await signIn.cancel()
    await expect(opened).resolves.toStrictEqual({ type: 'connected', address })
    expect(connection.getState().status).toBe('connected')
    expect(signIn.getState().status).toBe('needed')
  })

  test('behavior: closing during the wallet request cancels it', async () => {
    const { environment, signIn, modal, siwx, wallet, isAt, connect } = setUp()
    await connect()
    await isAt('needed')
    wallet.setPolicy('ask')
    const signing = expect(signIn.signIn()).rejects.toMatchObject({ code: 'user_rejected' })
    await wallet.waitForRequest({ method: 'personal_sign' })
    modal.close()
    await signing
    await wallet.approve()
    await environment.idle()
    expect([siwx.sessions, modal.getState().open, modal.getState().toast]).toStrictEqual([[], false, undefined])
    expect(signIn.getState()).toMatchObject({ status: 'needed', failure: undefined })
  })

  test('behavior: if it is closed during the check, it does not open again', async () => {
    const siwx = createTestSiwx()
    let answer = () => {}
    siwx.intercept.getSessions = () => new Promise((resolve) => (answer = resolve))
    const { modal, isAt, connect } = setUp({ siwx })
    void modal.open()
    await connect()
    await isAt('checking')
    await until(() => siwx.calls.includes('getSessions'))
    modal.close()
    answer()
    await isAt('needed')
    expect(modal.getState().open).toBe(false)
  })

  test('behavior: a disconnect ends the sign-ins (spec 4.13)', async () => {
    const { signIn, siwx, connection, isAt, connect } = setUp()
    await connect()
    await isAt('needed')
    await signIn.signIn()
    await connection.disconnect()
    await until(() => siwx.sessions.length === 0)
    expect(siwx.calls).toContain('setSessions')
    // After another connection, the sign-in is needed again.
    await connect()
    await isAt('needed')
  })

  test('behavior: unless the app keeps them', async () => {
    const { signIn, siwx, connection, isAt, connect } = setUp({ siwx: createTestSiwx({ signOutOnDisconnect: false }) })
    await connect()
    await isAt('needed')
    await signIn.signIn()
    await connection.disconnect()
    await connect()
    await isAt('signedIn')
    expect(siwx.sessions).toHaveLength(1)
  })

  test('behavior: one of several wallets ends only its own sign-ins', async () => {
    const { environment, signIn, siwx, connection, isAt, connect } = setUp()
    const other = 'dev.latchkey.other'
    createTestWallet({
      page: environment.page(),
      rdns: other,
      name: 'Other',
      accounts: [{ privateKey: `0x${'22'.repeat(32)}` }],
    })
    await connect()
    await isAt('needed')
    await signIn.signIn()
    const { caipAddress } = await connection.connect({ connectorId: other })
    await until(() => signIn.getState().subject?.accountId === caipAddress && signIn.getState().status === 'needed')
    const kept = await signIn.signIn()
    expect(siwx.sessions).toHaveLength(2)
    await connection.disconnect({ connectorId: rdns })
    await until(() => siwx.sessions.length === 1)
    expect(siwx.sessions).toStrictEqual([kept])
    expect(signIn.getState()).toMatchObject({ status: 'signedIn', subject: parseAccountId(caipAddress) })
  })

  test('error: a sign-in that could not be ended is reported', async () => {
    const { signIn, siwx, connection, isAt, connect, toast } = setUp()
    await connect()
    await isAt('needed')
    await signIn.signIn()
    siwx.intercept.setSessions = () => Promise.reject(new Error('The server is down'))
    await connection.disconnect()
    await until(() => siwx.calls.includes('setSessions'))
    expect(await toast()).toMatchObject({ kind: 'error', code: 'disconnect_failed' })
  })

  test('behavior: a sign-out leads back to a required sign-in', async () => {
    const siwx = createTestSiwx({ required: true })
    const { signIn, views, isAt, connect } = setUp({ siwx })
    await connect()
    await isAt('needed')
    await signIn.signIn()
    expect(views()).toStrictEqual([])
    await signIn.signOut()
    expect([siwx.sessions, signIn.getState().status, views()]).toStrictEqual([[], 'needed', ['ConnectingSiwe']])
  })
})
