import type { PrepareCalls } from '@latchkey/protocol'
import { createAccountCall, encodeCalls, entryPoint08, smartAccountAddress } from '@latchkey/smart-account'
import { encodeFunctionData } from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { runs } from '../../../../scripts/lib/fuzz.mjs'
import { noteEmbeddedOwner } from '../embeddedOwners/embeddedOwners.ts'
import { createTestDatabase } from '../testing/createTestDatabase.ts'
import { createTestSession, recentStart } from './testing/createTestSession.ts'
import {
  chainId,
  createOwner,
  hexChainId,
  type SmartAccountWorld,
  startSmartAccountWorld,
  transfer,
} from './testing/startSmartAccountWorld.ts'

const receiver = '0x00000000000000000000000000000000000b0b00'
const connection = await createTestDatabase()
let base: SmartAccountWorld
let world: SmartAccountWorld
beforeAll(async () => {
  base = await startSmartAccountWorld({ connection })
}, 120_000)
afterEach(() => world?.stop())
afterAll(async () => {
  await base?.stop()
  await connection.close()
})

type Options = NonNullable<Parameters<typeof startSmartAccountWorld>[0]>

/** Starts a server with the default policy, and the changes of the test. */
async function start(sponsorship: NonNullable<Options['sponsorship']> = {}): Promise<void> {
  const theirs = { anybody: false, perNewAccountAndDay: '20000000000000000', newAccountsPerAddressAndDay: 20 }
  world = await startSmartAccountWorld({
    ...{ connection, devnet: base.devnet },
    sponsorship: { ...theirs, ...sponsorship },
  })
}

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)

/** Registers an address as an embedded wallet of this server. The wallet is a few hours old. */
async function embed(address: string, hours = 0): Promise<void> {
  await connection.database.transaction((tx) => noteEmbeddedOwner(tx, { address, createdAt: hoursAgo(hours) }))
}

const page = { origin: 'http://localhost:5173' }

/** Returns the sponsor of a transfer that the account's owner requests. */
async function sponsorOf(
  { owner, account }: { owner: PrivateKeyAccount; account: `0x${string}` },
  headers: Record<string, string> = page,
  calls = [transfer(world.token, receiver, 0n)],
) {
  const request: PrepareCalls = {
    ...{ chainId: hexChainId, from: account, calls },
    capabilities: { account: { owner: owner.address } },
  }
  const { result, error } = await world.ask<{ capabilities: { sponsor: object | null } }>(
    ...(['/v1/wallet', 'wallet_prepareCalls', [request], { chainId, headers }] as const),
  )
  if (error) throw new Error(error.message)
  return result.capabilities.sponsor
}

/** Creates an embedded wallet with its smart account. */
async function visitor(hours = 48) {
  const own = createOwner()
  await embed(own.owner.address, hours)
  return own
}

test('default: sponsors the accounts of this server’s embedded wallets, deployed or not', async () => {
  await start()
  const own = await visitor()
  expect(await sponsorOf(own)).toEqual({ name: 'Test' })
  await base.fund(own.account, { tokens: 1n })
  const made = { from: own.account, calls: [transfer(base.token, receiver, 1n)] }
  const capabilities = { account: { owner: own.owner.address } }
  expect(await base.run({ ...made, capabilities }, own.owner)).toMatchObject({ status: 200 })
  expect(await sponsorOf(own)).toEqual({ name: 'Test' })
}, 60_000)

test('finding F9: threat 185: does not sponsor a foreign account, deployed or not', async () => {
  await start()
  const stranger = createOwner()
  expect(await sponsorOf(stranger)).toBeNull()
  await base.fund(stranger.account, { tokens: 1n })
  const capabilities = { account: { owner: stranger.owner.address } }
  const calls = [transfer(base.token, receiver, 1n)]
  expect(await base.run({ from: stranger.account, calls, capabilities }, stranger.owner)).toMatchObject({ status: 200 })
  expect(await sponsorOf(stranger)).toBeNull()
  // The operator allows it explicitly.
  await world.stop()
  await start({ anybody: true })
  expect(await sponsorOf(createOwner())).toEqual({ name: 'Test' })
  await world.stop()
  await start({ targets: [base.token] })
  expect(await sponsorOf(createOwner())).toEqual({ name: 'Test' })
}, 60_000)

test('finding F9: the paymaster’s own endpoint has the same conditions', async () => {
  await start()
  const ask = async (own: ReturnType<typeof createOwner>, headers: Record<string, string>) => {
    const operation = {
      ...{ sender: own.account, nonce: '0x0', callData: encodeCalls([transfer(world.token, receiver, 0n)]) },
      ...createAccountCall({ address: own.owner.address }),
      ...{ callGasLimit: '0x0', verificationGasLimit: '0x0', preVerificationGas: '0x0' },
      ...{ maxFeePerGas: '0x1', maxPriorityFeePerGas: '0x1', signature: `0x${'5b'.repeat(65)}` },
    }
    const { result, error } = await world.ask(
      '/v1/paymaster',
      'pm_getPaymasterStubData',
      [operation, entryPoint08, hexChainId, {}],
      { headers },
    )
    return error?.data?.code ?? (result ? 'paid' : 'nothing')
  }
  const own = await visitor()
  expect(await ask(own, page)).toBe('paid')
  expect(await ask(own, {})).toBe('sponsorship_refused')
  expect(await ask(createOwner(), page)).toBe('sponsorship_refused')
}, 60_000)

test('finding F9: an account that was transferred to a visitor, or is not their first, does not count as the visitor’s', async () => {
  await start()
  const [thief, own] = [createOwner(), await visitor()]
  await base.fund(thief.account, { tokens: 1n })
  const data = encodeFunctionData({
    abi: [
      {
        type: 'function',
        name: 'setOwner',
        inputs: [{ name: 'owner', type: 'address' }],
        outputs: [],
        stateMutability: 'nonpayable',
      },
    ],
    args: [own.owner.address],
  })
  const given = { from: thief.account, calls: [{ to: thief.account, data }] }
  const capabilities = { account: { owner: thief.owner.address } }
  expect(await base.run({ ...given, capabilities }, thief.owner)).toMatchObject({ status: 200 })
  expect(await sponsorOf({ owner: own.owner, account: thief.account })).toBeNull()
  const second = smartAccountAddress({ address: own.owner.address, salt: 7n })
  await expect(sponsorOf({ owner: own.owner, account: second })).rejects.toThrow()
}, 60_000)

test('finding F9: a request without Origin is sponsored only with a granted permission', async () => {
  await start()
  const own = await visitor()
  expect(await sponsorOf(own, {})).toBeNull()
  const data = { address: base.token, allowance: '0xa', start: recentStart(), period: 600, to: receiver } as const
  const session = await createTestSession({
    world: base,
    permissions: [{ type: 'erc20-recurring-allowance', data }],
  })
  const prepare = async () => {
    const request = {
      ...{ chainId: hexChainId, from: session.account, calls: [transfer(base.token, receiver, 1n)] },
      capabilities: { permissions: { context: session.context } },
    }
    const { result } = await world.ask<{ capabilities: { sponsor: object | null } }>(
      ...(['/v1/wallet', 'wallet_prepareCalls', [request], { chainId }] as const),
    )
    return result?.capabilities.sponsor ?? null
  }
  expect(await prepare()).toBeNull()
  await embed(session.owner.address, 48)
  expect(await prepare()).toEqual({ name: 'Test' })
}, 60_000)

test('finding F9: new accounts have a lower limit, and one network address can only bring a limited number', async () => {
  await start({ perNewAccountAndDay: '1', newAccountsPerAddressAndDay: 3 })
  const old = await visitor(48)
  expect(await sponsorOf(old)).toEqual({ name: 'Test' })
  expect(await sponsorOf(await visitor(1))).toBeNull()
  await world.stop()

  await start({ newAccountsPerAddressAndDay: 3 })
  const fresh = await Promise.all(Array.from({ length: 5 }, () => visitor(0)))
  const paid: boolean[] = []
  for (const own of fresh) paid.push((await sponsorOf(own)) !== null)
  expect(paid).toEqual([true, true, true, false, false])
  // Accounts that were already counted continue, and so do old ones.
  expect(await sponsorOf(fresh[0] as typeof old)).toEqual({ name: 'Test' })
  expect(await sponsorOf(fresh[4] as typeof old)).toBeNull()
  expect(await sponsorOf(old)).toEqual({ name: 'Test' })
}, 60_000)

const freshAccounts = runs({ fast: 25, full: 100 })
test(`finding F9: ${freshAccounts} fresh accounts of one address do not use up the project’s daily budget`, async () => {
  await start({ anybody: true, newAccountsPerAddressAndDay: 5, operationsPerAddressAndDay: 8 })
  let paid = 0
  for (let count = 0; count < freshAccounts; count += 1) {
    const owner = privateKeyToAccount(generatePrivateKey())
    const account = smartAccountAddress({ address: owner.address })
    if ((await sponsorOf({ owner, account })) !== null) paid += 1
  }
  expect(paid).toBe(5)
}, 120_000)
