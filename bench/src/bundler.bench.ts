/** How many operations of smart accounts a network takes, and how long one waits for its receipt. See bench/bundler.md. */

import { hashOperation, type UserOperation } from '@latchkey/smart-account'
import { privateKeyToAccount } from 'viem/accounts'
import { createOperations, type TestAccount } from '../../apps/server/src/bundler/testing/createOperations.ts'
import { startBundlerWorld } from '../../apps/server/src/bundler/testing/startBundlerWorld.ts'
import { testChainId } from '../../apps/server/src/bundler/testing/testChainId.ts'
import { quantile, reportFigures } from './report.ts'

const chainId = testChainId
/** Accounts that send at once, and operations of each in the throughput round. */
const crowd = { accounts: 40, rounds: 3 } as const
const singles = 30
const bob = '0x000000000000000000000000000000000000b0b0'

type Hash = `0x${string}`

const world = await startBundlerWorld()
const { bundler, stop } = await world.startBundler({ chain: { maxBundle: 20, bundleInterval: 0 } })
const { create } = createOperations({ world, bundler: () => bundler })

const listeners = new Map<Hash, () => void>()
bundler.onSettled(({ hash, outcome }) => {
  if (outcome !== 'included') throw new Error(`An operation ended as ${outcome}`)
  listeners.get(hash)?.()
})
/** Sends and waits for the end, which the bundler tells after it has the receipt. */
async function included(operation: UserOperation, hash: Hash): Promise<void> {
  const end = new Promise<void>((resolve) => listeners.set(hash, resolve))
  await bundler.send({ chainId, operation })
  await end
}

async function makeAccount(): Promise<TestAccount> {
  const account = create({ delegated: false })
  await world.node.setBalance({ address: account.sender, value: 10n ** 19n })
  const operation = await account.operation({ calls: [{ to: bob, value: 1n }] })
  await included(operation, hashOf(operation))
  return account
}

function hashOf(operation: UserOperation): Hash {
  return hashOperation({ operation, chainId: 31337 })
}

/** A plain transaction on the same node: signed, sent, its receipt asked for. */
async function plainTransactions(): Promise<number[]> {
  const [person] = world.devnet.accounts
  const sender = privateKeyToAccount(person?.privateKey ?? '0x')
  let nonce = await world.client.getTransactionCount({ address: sender.address })
  const times: number[] = []
  for (let index = 0; index < singles; index++) {
    const start = performance.now()
    const fees = { maxFeePerGas: 10n ** 10n, maxPriorityFeePerGas: 10n ** 9n }
    const raw = await sender.signTransaction({
      ...{ type: 'eip1559', chainId: 31337, to: bob, value: 1n, gas: 21_000n, nonce: nonce++, ...fees },
    })
    const hash = (await world.request('eth_sendRawTransaction', [raw])) as Hash
    while ((await world.request('eth_getTransactionReceipt', [hash])) === null);
    times.push(performance.now() - start)
  }
  return times
}

const accounts: TestAccount[] = []
for (let index = 0; index < crowd.accounts; index++) accounts.push(await makeAccount())

const [single] = accounts
const waits: number[] = []
for (let index = 0; index < singles && single; index++) {
  const operation = await single.operation({ calls: [{ to: bob, value: 1n }] })
  const hash = hashOf(operation)
  const start = performance.now()
  await included(operation, hash)
  waits.push(performance.now() - start)
}
const plain = await plainTransactions()

const rates: number[] = []
const crowded: number[] = []
for (let round = 0; round < crowd.rounds; round++) {
  const prepared = []
  for (const account of accounts) {
    const operation = await account.operation({ calls: [{ to: bob, value: 1n }] })
    prepared.push({ operation, hash: hashOf(operation) })
  }
  const start = performance.now()
  await Promise.all(
    prepared.map(async ({ operation, hash }) => {
      await included(operation, hash)
      crowded.push(performance.now() - start)
    }),
  )
  rates.push((accounts.length / (performance.now() - start)) * 1000)
}
await stop()
await world.stop()

const milliseconds = (values: readonly number[], share: number) => `${quantile(values, share).toFixed(0)} ms`
const beside = `a plain transaction on the same node: ${milliseconds(plain, 0.5)} p50, ${milliseconds(plain, 0.95)} p95`
reportFigures({
  name: 'bundler',
  title: 'Bundler: operations of smart accounts on one local network, sponsored, a block for each transaction',
  figures: [
    { name: 'one operation, sent to receipt, p50', value: milliseconds(waits, 0.5), beside, verdict: 'no goal' },
    { name: 'one operation, sent to receipt, p95', value: milliseconds(waits, 0.95), beside, verdict: 'no goal' },
    {
      name: `${crowd.accounts} accounts at once, operations a second`,
      value: quantile(rates, 0.5).toFixed(0),
      beside: `bundles of at most 20; ${(1000 / quantile(plain, 0.5)).toFixed(0)} plain transactions a second, one after the other`,
      verdict: 'no goal',
    },
    {
      name: `${crowd.accounts} accounts at once, sent to receipt, p95`,
      value: milliseconds(crowded, 0.95),
      beside: 'the last of them waits for all others',
      verdict: 'no goal',
    },
  ],
})
process.exit(0)
