import { randomUUID } from 'node:crypto'
import { type AccountId, type ChainId, nativeEvmAddress } from '@latchkey/protocol'
import { Registry } from 'prom-client'
import {
  createPublicClient,
  createTestClient,
  createWalletClient,
  type Hex,
  http,
  type PublicClient,
  parseEther,
  type TestClient,
} from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { createRpcService } from '../../../rpc/createRpcService.ts'
import { createTestContext, type TestContext } from '../../../testing/createTestContext.ts'
import { startAnvil, type TestAnvil } from '../../../testing/startAnvil.ts'
import type { ChainPayer, PayingStep, TreasuryTiming } from '../../ChainPayer.ts'
import { treasuryPayouts, treasuryTransactions } from '../../schema.ts'
import { leases } from '../../store/leases.ts'
import { findPayout, insertPayout, type StoredPayout } from '../../store/payoutStore.ts'
import type { StoredTransaction } from '../../store/transactionStore.ts'
import type { PayoutState, PayoutStatus } from '../../Treasury.ts'
import { type Fault, type FaultyNode, startFaultyNode } from '../../testing/startFaultyNode.ts'
import { createTreasuryMetrics } from '../../treasuryMetrics.ts'
import { createEvmPayer } from '../createEvmPayer.ts'

export const chainId: ChainId = 'eip155:31337'
export const ether: AccountId = `${chainId}:${nativeEvmAddress}`
/** Number of blocks that may be replaced in these tests. */
export const reorgDepth = 3

const timing: TreasuryTiming = { lease: 600_000, watch: 20, idle: 1_000, stuckAfter: 30_000 }
const giveUpAfter = 3_600_000
const mostTurns = 15

/** One process that pays out, under the test's control. */
export type TestPayer = ChainPayer & { signer: PrivateKeyAccount; told: PayoutStatus[] }

/** A bare chain, a database with its own clock, and payers on them. */
export type EvmWorld = {
  anvil: TestAnvil
  client: PublicClient
  test: TestClient
  read: (id: string) => Promise<StoredPayout | undefined>
  stateOf: (id: string) => Promise<PayoutState | undefined>
  pass: (milliseconds: number) => void
  /** Runs one round, one second after the last. */
  turn: (payer: ChainPayer) => Promise<number>
  /** Makes the node fail; without an argument, it works again. */
  fail: (fault?: Fault) => void
  /** Creates a payer with its own funded account, which takes the lease from any other payer. */
  startPayer: (options?: {
    signer?: PrivateKeyAccount
    balance?: bigint
    onStep?: (step: PayingStep) => Promise<void> | void
  }) => Promise<TestPayer>
  owe: (payout?: Partial<StoredPayout>) => Promise<{ id: string; receiver: Hex }>
  /** Runs rounds with blocks between them until a payout has a state. An error in one round is left to the next. */
  turnUntil: (payer: ChainPayer, id: string, state: PayoutState, options?: { blocks?: number }) => Promise<void>
  transactions: () => Promise<StoredTransaction[]>
  /** Deploys a token and gives an account some of it. */
  makeToken: (options: {
    abi: readonly unknown[]
    bytecode: Hex
    args: (owner: Hex) => readonly unknown[]
    holder: Hex
    amount: bigint
  }) => Promise<{ asset: AccountId; balanceOf: (account: Hex) => Promise<bigint> }>
  /** Clears all payouts, and makes the node work again. */
  clear: () => Promise<void>
  stop: () => Promise<void>
}

export async function startEvmWorld(): Promise<EvmWorld> {
  let time = Date.now()
  const anvil: TestAnvil = await startAnvil()
  const node: FaultyNode = await startFaultyNode(anvil.url)
  const chain = {
    ...{ chainId, name: 'Local One', upstreams: [{ url: node.url }] },
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  }
  const context: TestContext = await createTestContext({ config: { chains: [chain] }, clock: { now: () => time } })
  const { database } = context
  const rpc = createRpcService({ context, random: () => 0 })
  const metrics = createTreasuryMetrics({ registry: new Registry() })
  const transport = http(anvil.url)
  const client = createPublicClient({ chain: foundry, transport, pollingInterval: 20 }) as PublicClient
  const test = createTestClient({ chain: foundry, transport, mode: 'anvil' }) as TestClient
  const read = (id: string) => findPayout(database, id)
  const stateOf = async (id: string) => (await read(id))?.state
  const pass = (milliseconds: number) => {
    time += milliseconds
  }

  const turn = async (payer: ChainPayer) => {
    // Values that are cached for a moment are read again.
    pass(1_000)
    return payer.tick()
  }

  return {
    ...{ anvil, client, test, read, stateOf, pass, turn },
    fail: (fault) => node.fail(fault),
    startPayer: async ({
      signer = privateKeyToAccount(generatePrivateKey()),
      balance = parseEther('10'),
      onStep = () => {},
    } = {}) => {
      const holder = randomUUID()
      const told: PayoutStatus[] = []
      await test.setBalance({ address: signer.address, value: balance })
      await leases.take(database, { chainId, holder, duration: timing.lease, force: true })
      const payer = createEvmPayer(
        {
          ...{ context, chainId, name: 'Local One', timing, metrics, onStep },
          write: (work) =>
            database.transaction(async (tx) => {
              await leases.require(tx, { chainId, holder })
              return work(tx)
            }),
          announce: (status) => told.push(status),
          signal: context.shutdown.signal,
        },
        { rpc, signer, reorgDepth },
      )
      return { ...payer, signer, told }
    },
    owe: async (payout = {}) => {
      const id = randomUUID()
      // Payouts have distinct times, in order.
      time += 1
      const receiver = newReceiver()
      await insertPayout(database, {
        ...{ id, chainId, account: receiver, isRehearsal: false, asset: ether, amount: 1n, receiver },
        ...{ createdAt: new Date(time), giveUpAt: new Date(time + giveUpAfter) },
        ...payout,
      })
      return { id, receiver: (payout.receiver ?? receiver) as Hex }
    },
    turnUntil: async (payer, id, state, { blocks = 1 } = {}) => {
      for (let count = 0; count < mostTurns; count++) {
        await turn(payer).catch(() => {})
        if ((await stateOf(id)) === state) return
        if (blocks > 0) await test.mine({ blocks })
      }
      throw new Error(`It is ${await stateOf(id)}, not ${state}`)
    },
    transactions: async () =>
      (await database.select().from(treasuryTransactions)).sort(
        (one, other) => (one.nonce ?? 0) - (other.nonce ?? 0) || one.signedAt.getTime() - other.signedAt.getTime(),
      ),
    makeToken: async ({ abi, bytecode, args, holder, amount }) => {
      const account = privateKeyToAccount(generatePrivateKey())
      await test.setBalance({ address: account.address, value: parseEther('1') })
      const wallet = createWalletClient({ chain: foundry, transport, account })
      const hash = await wallet.deployContract({ abi, bytecode, args: args(account.address) } as never)
      const { contractAddress: address } = await client.waitForTransactionReceipt({ hash })
      if (!address) throw new Error('There is no token')
      const mint = await wallet.writeContract({ address, abi, functionName: 'mint', args: [holder, amount] } as never)
      await client.waitForTransactionReceipt({ hash: mint })
      return {
        asset: `${chainId}:${address.toLowerCase()}` as AccountId,
        balanceOf: (of) =>
          client.readContract({ address, abi, functionName: 'balanceOf', args: [of] } as never) as Promise<bigint>,
      }
    },
    clear: async () => {
      node.fail()
      await test.setAutomine(true)
      await test.mine({ blocks: 1 })
      await database.delete(treasuryTransactions)
      await database.delete(treasuryPayouts)
    },
    stop: async () => {
      await context.stop()
      await node.stop()
      await anvil.stop()
    },
  }
}

/** Returns an address that is new to the chain. */
export function newReceiver(): Hex {
  return privateKeyToAccount(generatePrivateKey()).address
}
