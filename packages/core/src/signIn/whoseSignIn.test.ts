import { beforeAll, describe, expect, test } from 'vitest'
import { createLocalSiwx } from '../siwx/createLocalSiwx.ts'
import { createSiwxMessage } from '../siwx/createSiwxMessage.ts'
import type { SiwxSession } from '../siwx/Siwx.ts'
import { connectionRecordKey } from '../storage/createConnectionStorage.ts'
import { createTestEnvironment, createTestTabs, settle, until } from '../testing/createTestEnvironment.ts'
import { createTestKit } from '../testing/createTestKit.ts'
import { createTestSiwx, type TestSiwx } from '../testing/createTestSiwx.ts'
import { createTestWallet } from '../testing/createTestWallet.ts'
import { siwxTimeout } from './createSignInEngine.ts'

const stranger = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'

beforeAll(() => Promise.all([import('./createSignInEngine.ts'), import('../chains/eip155/checksumAddress.ts')]))

/** A kit with two wallets that share their accounts. */
function setUp(siwx: TestSiwx = createTestSiwx()) {
  const environment = createTestEnvironment()
  const page = environment.page()
  const wallets = [createTestWallet({ page, rdns: 'dev.one' }), createTestWallet({ page, rdns: 'dev.two' })] as const
  const latchkey = createTestKit({ environment, config: { siwx } })
  const isAt = (status: string) => until(() => latchkey.signIn.getState().status === status)
  const signatures = () =>
    wallets.flatMap((wallet) => wallet.requests()).filter(({ method }) => method === 'personal_sign')
  return { ...latchkey, environment, siwx, wallets, isAt, signatures }
}

function sessionOf({ address, chainId = 'eip155:31337' }: { address: string; chainId?: `eip155:${number}` }) {
  const message = createSiwxMessage({
    ...{ accountAddress: address, chainId, domain: 'site.test', uri: 'https://site.test', nonce: 'nonce00000000' },
  })
  const { toString: _, ...data } = message
  const session: SiwxSession = { data, message: message.toString(), signature: `0x${'11'.repeat(65)}` }
  return session
}

describe('the owner of a sign-in', () => {
  test('error: the sign-in of another address does not count', async () => {
    const siwx = createTestSiwx({ required: true })
    siwx.getSessions = async () => [sessionOf({ address: stranger })]
    const { connection, signIn, modal, isAt } = setUp(siwx)
    await connection.connect({ connectorId: 'dev.one' })
    await isAt('needed')
    expect(modal.getState().history).toMatchObject([{ name: 'ConnectingSiwe' }])
    expect(await signIn.getSessions()).toStrictEqual([])
  })

  test('behavior: the same address in another letter case counts, and so does a sign-in that the app accepts for all networks', async () => {
    const siwx = createTestSiwx()
    const { connection, isAt, wallets } = setUp(siwx)
    const address = wallets[0].getState().accounts[0]?.address ?? ''
    const session = sessionOf({ address, chainId: 'eip155:1' })
    siwx.getSessions = async () => [{ ...session, data: { ...session.data, accountAddress: address.toLowerCase() } }]
    await connection.connect({ connectorId: 'dev.one' })
    await isAt('signedIn')
  })
})

describe('the owner of a message', () => {
  test.each([
    ['accountAddress', { accountAddress: stranger }],
    ['chainId', { chainId: 'eip155:1' }],
  ] as const)('error: with another %s it is not passed to the wallet', async (field, wrong) => {
    const siwx = createTestSiwx()
    const { createMessage } = siwx
    siwx.createMessage = (options) => createMessage({ ...options, ...wrong })
    const { connection, signIn, isAt, signatures } = setUp(siwx)
    await connection.connect({ connectorId: 'dev.one' })
    await isAt('needed')
    await expect(signIn.signIn()).rejects.toMatchObject({ code: 'siwx_message_invalid', field })
    expect(signIn.getState()).toMatchObject({ status: 'needed', failure: { code: 'siwx_message_invalid' } })
    expect(signatures()).toStrictEqual([])
  })

  test('error: threat 136: the wallet changes while the message is created: the new one is not asked for the first one’s signature', async () => {
    for (let turns = 0; turns < 16; turns++) {
      const siwx = createTestSiwx()
      const { connection, signIn, isAt, wallets } = setUp(siwx)
      await connection.connect({ connectorId: 'dev.two' })
      await connection.connect({ connectorId: 'dev.one' })
      wallets[1].setAccount(1)
      await isAt('needed')
      siwx.intercept.createMessage = async () => {
        const after = (left: number) =>
          queueMicrotask(() => (left > 0 ? after(left - 1) : connection.select({ connectorId: 'dev.two' })))
        after(turns)
      }
      await signIn.signIn().catch(() => {})
      const asked = wallets[1].requests().filter(({ method }) => method === 'personal_sign')
      expect([turns, asked]).toStrictEqual([turns, []])
    }
  })
})

test('behavior: a disconnected wallet does not end the sign-in of the same address in another', async () => {
  const { connection, signIn, siwx, isAt } = setUp()
  await connection.connect({ connectorId: 'dev.one' })
  await isAt('needed')
  await signIn.signIn()
  await connection.connect({ connectorId: 'dev.two' })
  await connection.disconnect({ connectorId: 'dev.one' })
  await settle()
  expect(siwx.calls).not.toContain('revokeSession')
  expect(siwx.sessions).toHaveLength(1)
  expect(signIn.getState().status).toBe('signedIn')
  expect(await signIn.getSessions()).toHaveLength(1)
})

test('behavior: if the kit is destroyed during a check, the account stays connected and no timer is left', async () => {
  for (const answer of ['never', 'with an error']) {
    const siwx = createTestSiwx({ required: true })
    let fail = () => {}
    siwx.intercept.getSessions = () =>
      new Promise((_, reject) => {
        fail = () => reject(new Error('The server is away'))
      })
    const { connection, destroy, environment, isAt, wallets } = setUp(siwx)
    await connection.connect({ connectorId: 'dev.one' })
    await isAt('checking')
    const stored = environment.storage.getItem(connectionRecordKey)
    destroy()
    if (answer !== 'never') fail()
    await settle()
    expect(environment.timers()).toBe(0)
    await environment.advance(siwxTimeout)
    expect(environment.storage.getItem(connectionRecordKey)).toBe(stored)
    expect(wallets[0].getState().permitted).toBe(true)
  }
})

describe('tabs', () => {
  test('behavior: without a server, all tabs share the sign-ins, and an ended one stays ended', async () => {
    const tabs = createTestTabs()
    const site = { domain: 'site.test', uri: 'https://site.test' }
    const [one, other] = [tabs.open(), tabs.open()].map(({ storage }) => createLocalSiwx({ ...site, storage })) as [
      ReturnType<typeof createLocalSiwx>,
      ReturnType<typeof createLocalSiwx>,
    ]
    const chainId = 'eip155:1' as const
    const signInWith = async (siwx: typeof one, accountAddress: string) => {
      const message = await siwx.createMessage({ accountAddress, chainId })
      const { toString: _, ...data } = message
      await siwx.addSession({ data, message: message.toString(), signature: '0x' })
    }
    const second = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
    await signInWith(one, stranger)
    await signInWith(other, second)
    expect(await one.getSessions({ chainId, address: second })).toHaveLength(1)
    expect(await one.getSessions({ chainId, address: stranger })).toHaveLength(1)
    await one.revokeSession({ chainId, address: stranger })
    await signInWith(other, second)
    expect(await other.getSessions({ chainId, address: stranger })).toStrictEqual([])
    expect(await one.getSessions({ chainId, address: stranger })).toStrictEqual([])
  })
})
