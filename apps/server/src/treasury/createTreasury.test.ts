import { type AccountId, type ChainId, nativeEvmAddress } from '@latchkey/protocol'
import { parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { ServerConfigInput } from '../platform/config/ServerConfig.ts'
import type { DatabaseConnection } from '../platform/db/Database.ts'
import { createRpcService } from '../rpc/createRpcService.ts'
import { createTestContext, type TestContext } from '../testing/createTestContext.ts'
import { createTestDatabase } from '../testing/createTestDatabase.ts'
import { startAnvil, type TestAnvil } from '../testing/startAnvil.ts'
import { until } from '../testing/until.ts'
import { createTreasury } from './createTreasury.ts'
import type { PayoutStatus, Treasury } from './Treasury.ts'

const chainId: ChainId = 'eip155:31337'
const ether: AccountId = `${chainId}:${nativeEvmAddress}`
const token: AccountId = `${chainId}:0x00000000000000000000000000000000000000aa`
/** A token with a balance of 1,000 for every address, whose transfers all succeed. */
const tokenCode = '0x6103e860005260206000f3'
let anvil: TestAnvil
let connection: DatabaseConnection
const running: TestContext[] = []

beforeAll(async () => {
  ;[anvil, connection] = await Promise.all([startAnvil(), createTestDatabase()])
  await anvil.request('anvil_setCode', [token.slice(-42), tokenCode])
}, 60_000)
afterEach(async () => {
  for (const context of running.splice(0)) await context.stop()
})
afterAll(async () => {
  await connection?.close()
  await anvil?.stop()
})

type Treasuries = NonNullable<NonNullable<ServerConfigInput['onramp']>['treasury']>

async function create({
  key = generatePrivateKey(),
  treasury = {},
  config = {},
  alone = true,
}: {
  key?: `0x${string}`
  treasury?: Partial<Treasuries>
  config?: Partial<ServerConfigInput>
  alone?: boolean
} = {}): Promise<{ treasury: Treasury; context: TestContext; account: string }> {
  const chain = {
    ...{ chainId, name: 'Local One', upstreams: [{ url: anvil.url }], indexer: { reorgDepth: 1 } },
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  } as const
  const context = await createTestContext({
    connection,
    config: {
      chains: [chain],
      onramp: { treasury: { eip155: { privateKey: key }, assets: [ether, token], ...treasury } },
      ...config,
    },
  })
  running.push(context)
  const rpc = createRpcService({ context })
  const made = await createTreasury({ context, rpc, alone, timing: { watch: 20, idle: 50, lease: 600 }, env: {} })
  if (!made) throw new Error('There is no treasury')
  context.shutdown.add('treasury', made.stop)
  return { treasury: made, context, account: privateKeyToAccount(key).address }
}

const fund = (account: string, amount: bigint) =>
  anvil.request('anvil_setBalance', [account, `0x${amount.toString(16)}`])
const balanceOf = async (account: string) => BigInt(String(await anvil.request('eth_getBalance', [account, 'latest'])))
const newReceiver = () => privateKeyToAccount(generatePrivateKey()).address
const isReady = ({ treasury }: { treasury: Treasury }) =>
  Promise.all(treasury.checks().map(({ check }) => check())).then(
    () => true,
    (error: Error) => error.message,
  )

test('default: pays a committed payout once, and an uncommitted one never', async () => {
  const { treasury, context, account } = await create()
  await fund(account, parseEther('5'))
  const told: PayoutStatus[] = []
  treasury.onChange((status) => told.push(status))
  treasury.start()
  expect([treasury.accountOf(chainId), treasury.accountOf('eip155:1')]).toEqual([account, undefined])
  const [receiver, other] = [newReceiver(), newReceiver()]
  const payout = { id: 'one', asset: ether, amount: 9n, receiver }
  await context.database.transaction((tx) => treasury.owe(tx, payout))
  await context.database.transaction((tx) => treasury.owe(tx, { ...payout, amount: 10n, receiver: other }))
  await context.database
    .transaction(async (tx) => {
      await treasury.owe(tx, { ...payout, id: 'two', receiver: other })
      throw new Error('undone')
    })
    .catch(() => {})
  treasury.wake(chainId)
  await until(async () => {
    await anvil.request('anvil_mine', ['0x1'])
    return (await treasury.read('one'))?.state === 'final'
  })
  expect([await balanceOf(receiver), await balanceOf(other)]).toEqual([9n, 0n])
  expect(await treasury.read('two')).toBeUndefined()
  expect(told.at(-1)).toEqual(await treasury.read('one'))
  expect(await isReady({ treasury })).toBe(true)
  const metrics = await context.metrics.metrics()
  expect(metrics).toContain('latchkey_treasury_payouts_total{chain="eip155:31337",outcome="final"} 1')
  expect(metrics).toContain('latchkey_treasury_funded{chain="eip155:31337"} 1')
})

test('behavior: debts and network costs reduce the amount that can be promised', async () => {
  const { treasury, context, account } = await create()
  expect(await treasury.readFree(ether)).toBe(0n)
  // Without the native token, no payout of a token is possible.
  expect(await treasury.readFree(token)).toBe(0n)
  expect(await isReady({ treasury })).toContain(account)
  await fund(account, parseEther('5'))
  // Concurrent callers share a cached balance.
  await until(async () => (await isReady({ treasury })) === true)
  const free = await treasury.readFree(ether)
  expect(free).toBeLessThan(parseEther('5'))
  expect(free).toBeGreaterThan(parseEther('4.9'))
  expect(await treasury.readFree(token)).toBe(1_000n)
  expect(await treasury.estimateCost(token)).toBeGreaterThan(await treasury.estimateCost(ether))
  const receiver = newReceiver()
  await context.database.transaction(async (tx) => {
    await treasury.owe(tx, { id: 'coins', asset: ether, amount: parseEther('1'), receiver })
    await treasury.owe(tx, {
      id: 'tokens',
      asset: token.toUpperCase().replace(/^EIP155(.*)0X/, 'eip155$10x') as AccountId,
      amount: 400n,
      receiver,
    })
  })
  const left = await treasury.readFree(ether)
  expect(left).toBeLessThan(parseEther('4'))
  expect(left).toBeGreaterThan(parseEther('3.9'))
  expect(await treasury.readFree(token)).toBe(600n)
  await context.database.transaction((tx) => treasury.owe(tx, { id: 'more', asset: token, amount: 700n, receiver }))
  expect(await treasury.readFree(token)).toBe(0n)
  expect(await isReady({ treasury })).toContain(`owes 1100 of ${token} and has 1000`)
  await context.database.execute(`delete from treasury_payouts where state = 'waiting'`)
})

test('behavior: one of two processes pays out, and the other takes over when it stops', async () => {
  const key = generatePrivateKey()
  const [one, other] = [await create({ key, alone: false }), await create({ key, alone: false })]
  await fund(one.account, parseEther('5'))
  one.treasury.start()
  other.treasury.start()
  const owe = async (id: string) => {
    const receiver = newReceiver()
    await other.context.database.transaction((tx) => other.treasury.owe(tx, { id, asset: ether, amount: 1n, receiver }))
    return receiver
  }
  const isPaid = async (id: string) => ['mined', 'final'].includes((await other.treasury.read(id))?.state ?? '')
  const receivers = await Promise.all(['a', 'b', 'c'].map(owe))
  for (const id of ['a', 'b', 'c']) await until(() => isPaid(id))
  await one.treasury.stop()
  receivers.push(await owe('d'))
  await until(() => isPaid('d'))
  for (const receiver of receivers) expect(await balanceOf(receiver)).toBe(1n)
  expect(Number(await anvil.request('eth_getTransactionCount', [one.account, 'latest']))).toBe(4)
})

test('default: pays nothing without its configuration', async () => {
  const context = await createTestContext({ connection, config: {} })
  running.push(context)
  expect(await createTreasury({ context, rpc: createRpcService({ context }) })).toBeUndefined()
})

test.each([
  ['no key of its family', { eip155: undefined }, 'onramp.treasury.eip155: found nothing'],
  [
    'a network that is not there',
    { assets: [`eip155:5:${nativeEvmAddress}`] },
    'onramp.treasury.assets: found eip155:5',
  ],
])('error: %s', async (_name, treasury, told) => {
  await expect(create({ treasury: treasury as Partial<Treasuries> })).rejects.toMatchObject({
    code: 'config_invalid',
    message: expect.stringContaining(told),
  })
})

test.each(['executor', 'paymaster', 'names.signer', 'eip155'])(
  'error: refuses a key of another purpose: %s',
  async (part) => {
    const [key, other] = [generatePrivateKey(), generatePrivateKey()]
    const keyOf = (name: string) => ({ privateKey: name === part ? key : other })
    const smartAccounts = {
      executor: keyOf('executor'),
      paymaster: { privateKey: part === 'paymaster' ? key : generatePrivateKey() },
    }
    const chain = {
      ...{ chainId, name: 'Local One', upstreams: [{ url: anvil.url }], smartAccounts: {} },
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    } as const
    const error = await create({
      key,
      treasury: part === 'eip155' ? { solana: { privateKey: key } } : {},
      config: {
        ...{ smartAccounts, chains: [chain] },
        ...(part === 'names.signer'
          ? { names: { signer: { privateKey: key }, zone: 'latchkey.eth' } as ServerConfigInput['names'] }
          : {}),
      },
    }).catch((caught: unknown) => caught as Error & { code: string })
    expect(error).toMatchObject({ code: 'config_invalid', message: expect.stringContaining(`found the key of`) })
    expect((error as Error).message).toContain(part)
    expect((error as Error).message).not.toContain(key.slice(2, 12))
  },
)
