import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { guardNetwork } from '../testing/guardNetwork.ts'
import { createFarcasterChannels } from './createFarcasterChannels.ts'
import { createFarcasterRegistry } from './createFarcasterRegistry.ts'
import { createOwnChannelClient } from './createOwnChannelClient.ts'
import type { FarcasterRegistry } from './FarcasterRegistry.ts'
import { loadOracle, type OracleResult } from './testing/loadOracle.ts'
import { type FarcasterChain, startFarcasterChain } from './testing/startFarcasterChain.ts'
import { startTestRelay, type TestRelay } from './testing/startTestRelay.ts'
import { keyOf, nonce, origin, type SignInFields, uri, writeSignIn } from './testing/writeSignIn.ts'
import { verifySignIn } from './verifySignIn.ts'

const network = guardNetwork()
const oracle = loadOracle()
const [custody, phone, removed, stranger] = [keyOf(21), keyOf(22), keyOf(23), keyOf(24)]
const { host: domain } = new URL(origin)

let chain: FarcasterChain
let registry: FarcasterRegistry
let relay: TestRelay
let fid: bigint
let app: ReturnType<typeof oracle.createAppClient>
let wallet: ReturnType<typeof oracle.createWalletClient>

beforeAll(async () => {
  chain = await startFarcasterChain()
  relay = await startTestRelay()
  fid = await chain.register(custody)
  await chain.register(stranger)
  await chain.addKey(custody, phone.address)
  await chain.addKey(custody, removed.address)
  await chain.removeKey(custody, removed.address)
  const { url: rpcUrl, idRegistry, keyRegistry } = chain
  registry = createFarcasterRegistry({ config: { rpcUrl, idRegistry, keyRegistry }, log: pino({ level: 'silent' }) })
  const ethereum = oracle.viemConnector({ rpcUrl })
  app = oracle.createAppClient({ relay: relay.url, ethereum })
  wallet = oracle.createWalletClient({ relay: relay.url, ethereum })
})
afterAll(async () => {
  await Promise.all([relay?.stop(), chain?.stop()])
  network.release()
  expect(network.attempts).toEqual([])
})

const minutes = (count: number) => new Date(Date.now() + count * 60_000)

/** Returns the data of a successful answer. */
function dataOf<Data>(result: OracleResult<Data>): Data {
  if (result.isError) throw new Error(result.error?.message)
  return result.data
}

test('default: their app opens a channel at our relay, their wallet answers, their app verifies the answer', async () => {
  const { channelToken, url, nonce: made } = dataOf(await app.createChannel({ siweUri: uri, domain }))
  expect(wallet.parseSignInURI({ uri: url })).toMatchObject({ channelToken })
  const watching = app.watchStatus({ channelToken, interval: 10, timeout: 10_000 })

  const asked = dataOf(await app.status({ channelToken }))
  expect(asked).toMatchObject({ state: 'pending', nonce: made, signatureParams: { siweUri: uri, domain, nonce: made } })
  const built = wallet.buildSignInMessage({
    ...{ address: custody.address, fid: Number(fid), uri, domain, nonce: made },
  })
  if (built.isError) throw new Error('their wallet wrote no message')
  const signature = await custody.signMessage({ message: built.message })
  const answered = await wallet.authenticate({
    ...{ channelToken, authKey: 'their key', message: built.message, signature, fid: Number(fid), username: 'juno' },
  })
  expect(dataOf(answered)).toMatchObject({ state: 'completed' })

  const { message = '', ...completed } = dataOf(await watching)
  expect(completed).toMatchObject({ state: 'completed', signature, fid: Number(fid), username: 'juno' })
  const verified = await app.verifySignInMessage({ nonce: made, domain, message, signature })
  expect(verified).toMatchObject({ isError: false, success: true, fid: Number(fid), authMethod: 'custody' })
})

test('behavior: their wallet answers our channel', async () => {
  const channels = createFarcasterChannels({
    ...{
      context: relay.context,
      walletOrigin: origin,
      client: createOwnChannelClient({ relay: relay.relay }),
      registry,
    },
  })
  const { url, channelToken } = await channels.open({ nonce, expiresAt: new Date(Date.now() + 600_000) })
  const waiting = channels.wait({ channelToken, nonce, signal: AbortSignal.timeout(10_000) })

  const token = wallet.parseSignInURI({ uri: url }).channelToken
  const { signatureParams, acceptAuthAddress } = dataOf(await app.status({ channelToken: token }))
  expect(acceptAuthAddress).toBe(true)
  const { siweUri, expirationTime = '', ...params } = signatureParams
  const built = wallet.buildSignInMessage({
    ...{ ...params, uri: siweUri, address: phone.address, fid: Number(fid), expirationTime: new Date(expirationTime) },
  })
  if (built.isError) throw new Error('their wallet wrote no message')
  const signature = await phone.signMessage({ message: built.message })
  dataOf(
    await wallet.authenticate({
      ...{ channelToken: token, authKey: '', message: built.message, signature, fid: Number(fid) },
      ...{ username: 'juno', authMethod: 'authAddress' },
    }),
  )
  expect(await waiting).toEqual({
    ...{ kind: 'farcaster', issuer: 'farcaster', subject: String(fid), email: null, userName: 'juno' },
  })
})

describe('behavior: their verification agrees with ours', () => {
  const contract = keyOf(25)
  const cases: [
    name: string,
    verdict: 'custody' | 'authAddress' | 'refused',
    options: {
      writer?: typeof custody
      signer?: typeof custody
      account?: bigint
      changes?: Partial<SignInFields>
      edit?: (text: string) => string
    },
  ][] = [
    ['valid, by the owner', 'custody', {}],
    ['valid, by an address for signing in', 'authAddress', { signer: phone }],
    ['valid, by a contract', 'custody', { writer: contract, signer: stranger }],
    ['another domain', 'refused', { changes: { domain: 'evil.example' } }],
    ['another nonce', 'refused', { changes: { nonce: 'f'.repeat(32) } }],
    ['another chain', 'refused', { changes: { chainId: 1 } }],
    ['another statement', 'refused', { changes: { statement: 'Sign in' } }],
    ['expired', 'refused', { changes: { expirationTime: minutes(-1) } }],
    ['not yet good', 'refused', { changes: { notBefore: minutes(60) } }],
    ['no account', 'refused', { changes: { resources: [] } }],
    ['two accounts', 'refused', { changes: { resources: ['farcaster://fid/1', 'farcaster://fid/2'] } }],
    ['account of somebody else', 'refused', { account: 2n }],
    ['account of nobody', 'refused', { account: 999n }],
    ['by another key', 'refused', { writer: custody, signer: stranger }],
    ['by a key that is not registered', 'refused', { signer: keyOf(26) }],
    ['by a key that was removed', 'refused', { signer: removed }],
    ['by the owner of another account', 'refused', { signer: stranger }],
    ['changed after it was signed', 'refused', { edit: (text) => text.replace('Version: 1', 'Version: 1\n') }],
  ]

  beforeAll(async () => {
    await chain.register(contract)
    // From now on the contract accepts every signature of its account, and has the first one's code.
    await chain.request('anvil_setCode', [contract.address, '0x631626ba7e60e01b60005260206000f3'])
  })

  test.each(cases)('%s', async (_name, verdict, { signer = custody, writer = signer, account, changes, edit }) => {
    const owned = writer === contract ? await registry.fidOf(contract.address) : fid
    const signed = writeSignIn({
      ...{ signer: writer, fid: account ?? owned },
      changes: { issuedAt: new Date(), expirationTime: minutes(5), ...changes },
    })
    const signature = await signer.signMessage({ message: signed })
    const message = edit ? edit(signed) : signed
    const expected = { origin, uri, nonce, now: Date.now() }

    const ours = await verifySignIn({ text: message, signature, expected, registry })
    const theirs = await app.verifySignInMessage({ nonce, domain, message, signature })
    expect('flaw' in ours ? 'refused' : ours.method).toBe(verdict)
    expect(theirs.isError || !theirs.success ? 'refused' : theirs.authMethod).toBe(verdict)
  })
})

test('behavior: ours is stricter than theirs: other addresses, times, statements and resources', async () => {
  const stricter: Partial<SignInFields>[] = [
    { uri: 'https://evil.example/' },
    { issuedAt: new Date(Date.now() - 24 * 3_600_000) },
    { statement: 'Farcaster Connect' },
    { resources: [`farcaster://fid/${fid}`, 'https://evil.example/'] },
    { resources: [`farcaster://fid/${fid}/`] },
  ]
  for (const changes of stricter) {
    const message = writeSignIn({
      ...{ signer: custody, fid },
      changes: { issuedAt: new Date(), expirationTime: minutes(5), ...changes },
    })
    const signature = await custody.signMessage({ message })
    const expected = { origin, uri, nonce, now: Date.now() }
    expect(await verifySignIn({ text: message, signature, expected, registry })).toHaveProperty('flaw')
    expect(await app.verifySignInMessage({ nonce, domain, message, signature })).toMatchObject({ success: true })
  }
})
