import { findRecapIssue, readSiwxMessage } from '@latchkey/protocol/siwx'
import { recoverMessageAddress } from 'viem'
import { expect } from 'vitest'
import { until } from '../../../testing/until.ts'
import type { InteropApp, InteropSession, InteropWallet } from './Interop.ts'
import { interopAccounts, interopChains, toInteropAccounts } from './interopWorld.ts'

/** An app and a wallet with a common relay. */
export type InteropPair = { app: InteropApp; wallet: InteropWallet }

const address = interopAccounts[0]?.address ?? ''
const [chainId] = interopChains

/** Pairs, proposes and settles. */
export async function connect({ app, wallet }: InteropPair): Promise<InteropSession> {
  const { uri, approval } = await app.propose()
  const [session] = await Promise.all([approval, wallet.pair(uri)])
  expect(session.accounts).toStrictEqual(toInteropAccounts(0))
  await until(() => wallet.session(session.topic) !== undefined)
  expect(wallet.session(session.topic)?.accounts).toStrictEqual(session.accounts)
  return session
}

/** Requests a signature, and checks its account. */
export async function sign({ app }: Pick<InteropPair, 'app'>, topic: string, text: string): Promise<void> {
  const message = `0x${Buffer.from(text).toString('hex')}` as const
  const signature = await app.request({ topic, chainId, method: 'personal_sign', params: [message, address] })
  expect(await recoverMessageAddress({ message: { raw: message }, signature: signature as `0x${string}` })).toBe(
    address,
  )
}

/** A rejection of either side reaches the other with its code. */
async function refuse(pair: InteropPair, topic: string): Promise<void> {
  const { app, wallet } = pair
  wallet.setMode('reject')
  await expect(sign(pair, topic, 'refused')).rejects.toSatisfy(isUserRejection)
  const { uri, approval } = await app.propose()
  await wallet.pair(uri)
  await expect(approval).rejects.toSatisfy(isUserRejection)
  wallet.setMode('approve')
}

/** A wallet's notifications about a session: events, other accounts, a longer lifetime. */
async function tell({ app, wallet }: InteropPair, { topic, expiry }: InteropSession): Promise<void> {
  const [, other] = interopChains
  await wallet.emit({ topic, chainId: other, name: 'chainChanged', data: 31338 })
  const event = await app.take((heard) => heard.type === 'event' && heard.topic === topic)
  expect(event).toMatchObject({ name: 'chainChanged', data: 31338 })

  const accounts = [...toInteropAccounts(1), ...toInteropAccounts(0)]
  await wallet.update({ topic, accounts })
  await until(() => app.session(topic)?.accounts.join() === accounts.join())
  expect(wallet.session(topic)?.accounts).toStrictEqual(accounts)

  // The expiry must grow, so wait until at least a second has passed.
  const week = 7 * 86_400
  await until(() => Math.floor(Date.now() / 1000) + week > expiry)
  await wallet.extend(topic)
  await until(() => (app.session(topic)?.expiry ?? 0) > expiry)
  expect(wallet.session(topic)?.expiry).toBeGreaterThan(expiry)
}

export async function pingBothWays({ app, wallet }: InteropPair, topic: string): Promise<void> {
  await app.ping(topic)
  await wallet.ping(topic)
}

/** Messages sent while the other side was offline arrive when it is back. */
async function waitInMailbox(pair: InteropPair, topic: string): Promise<void> {
  const { app, wallet } = pair
  await wallet.stop()
  const signed = sign(pair, topic, 'while the wallet was away')
  const outcome = signed.then(
    () => undefined,
    (error: unknown) => error,
  )
  await wallet.start()
  expect(await outcome).toBeUndefined()

  await app.stop()
  await wallet.emit({ topic, chainId, name: 'accountsChanged', data: [address] })
  await app.start()
  const event = await app.take((heard) => heard.type === 'event' && heard.topic === topic)
  expect(event).toMatchObject({ name: 'accountsChanged', data: [address] })
}

/** Connects and signs in with one click. Every signature is of the account that it names. */
async function authenticate({ app, wallet }: InteropPair): Promise<InteropSession> {
  const { uri, approval } = await app.authenticate()
  const [{ session, signIns }] = await Promise.all([approval, wallet.pair(uri)])
  expect(signIns).toHaveLength(interopChains.length)
  for (const { message, signature } of signIns) {
    expect(await recoverMessageAddress({ message, signature: signature as `0x${string}` })).toBe(address)
    // As a server reads it, including the recap.
    const { data } = readSiwxMessage(message)
    expect(data).toMatchObject({ accountAddress: address, resources: [expect.stringMatching(/^urn:recap:/)] })
    expect(data && findRecapIssue(data)).toBeUndefined()
  }
  if (!session) throw new Error('There is no session after the sign-in')
  expect([...session.accounts].sort()).toStrictEqual([...toInteropAccounts(0)].sort())
  await until(() => wallet.session(session.topic) !== undefined)
  return session
}

/** A wallet without one-click sign-in answers the plain proposal. */
async function fallBack({ app, wallet }: InteropPair): Promise<void> {
  wallet.setMode('plain')
  const { uri, approval } = await app.authenticate()
  const [{ session, signIns }] = await Promise.all([approval, wallet.pair(uri)])
  wallet.setMode('approve')
  expect(signIns).toStrictEqual([])
  expect(session?.accounts).toStrictEqual(toInteropAccounts(0))
}

/** One side ends a session, and the other learns about it. */
export async function end({ app, wallet }: InteropPair, topic: string, by: 'app' | 'wallet'): Promise<void> {
  const [one, other] = by === 'app' ? [app, wallet] : [wallet, app]
  await one.disconnect(topic)
  await other.take((heard) => heard.type === 'delete' && heard.topic === topic)
  expect(one.session(topic)).toBeUndefined()
  expect(other.session(topic)).toBeUndefined()
}

/** Runs every flow except those that need an action of the relay. Returns a session that stays open. */
export async function runFlows(pair: InteropPair): Promise<InteropSession> {
  const session = await connect(pair)
  await sign(pair, session.topic, 'hello')
  // Several at once, the longest realistic text, and non-ASCII characters. (The long text is of letters whose codes form no run of digits,
  // because the JSON reader of the other clients takes minutes for one.)
  const texts = ['one', 'look '.repeat(12_000), 'Zürich, 東京, 🗝']
  await Promise.all(texts.map((text) => sign(pair, session.topic, text)))
  await pingBothWays(pair, session.topic)
  await refuse(pair, session.topic)
  await waitInMailbox(pair, session.topic)
  await tell(pair, session)
  const signedIn = await authenticate(pair)
  await sign(pair, signedIn.topic, 'after the sign-in')
  await end(pair, signedIn.topic, 'app')
  await fallBack(pair)
  const another = await connect(pair)
  await end(pair, another.topic, 'wallet')
  return session
}

function isUserRejection(error: unknown): boolean {
  const { code, rpcCode } = error as { code?: unknown; rpcCode?: unknown }
  return code === 5000 || rpcCode === 5000
}
