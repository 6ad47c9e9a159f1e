import { ServiceError } from '@latchkey/protocol/errors'
import type { Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { hexToNumber, numberToHex } from 'viem/utils'
import { type Rpc, RpcRefusal } from '../anvil/rpc.ts'
import { poolsOf } from '../world/Pool.ts'
import type { World } from '../world/World.ts'
import { planRound } from './planRound.ts'
import { createRandom } from './random.ts'
import { readPools } from './readPools.ts'
import { swapCall } from './swapCall.ts'

/** Trades a little on one chain. */
export type MarketMaker = {
  /**
   * Makes one round of trades. Resolves when they are mined. Rounds run one after another, and do nothing while the chain is
   * stopped.
   */
  trade: () => Promise<void>
  /**
   * Fills the time in which the chain did not run with trades and block times, because a chart must not have a hole. Call it
   * before clients use the chain and before timed blocks begin.
   */
  catchUp: (options: { rpc: Rpc }) => Promise<void>
}

/** Milliseconds between polls for a receipt. */
const receiptInterval = 25
/** Milliseconds after which a trade that is not mined is given up. */
const receiptPatience = 30_000
const gas = 500_000n
const maxPriorityFeePerGas = 1_000_000_000n

/** Seconds without a block that leave a hole in a chart. */
const smallestGap = 20 * 60
/** Seconds between rounds that fill a hole, and how many there are at most. */
const catchUpPace = 8 * 60
const catchUpRounds = 120

type Block = { timestamp: Hex; baseFeePerGas: Hex }

/**
 * Creates the market maker of a chain. Its trades depend only on the chain's state: the traders' nonces, the pools and the time.
 * A restart does not change them, and two runs from the same state make the same trades.
 *
 * @param rpc The chain's node, or undefined while it is stopped.
 * @param now Milliseconds since 1970.
 */
export function createMarketMaker({
  id,
  world,
  rpc: currentRpc,
  now = Date.now,
}: {
  id: number
  world: World
  rpc: () => Rpc | undefined
  now?: () => number
}): MarketMaker {
  const pools = poolsOf(world)
  const traders = world.accounts.traders.map(({ privateKey }) => privateKeyToAccount(privateKey))
  let last: Promise<void> = Promise.resolve()

  /** Sends the trades of a round. `time`: seconds since the chain's first block. */
  async function sendRound({ rpc, time }: { rpc: Rpc; time: number }): Promise<Hex[]> {
    const nonces = await Promise.all(
      traders.map(async ({ address }) => hexToNumber(await rpc<Hex>('eth_getTransactionCount', [address, 'pending']))),
    )
    const count = nonces.reduce((sum, nonce) => sum + nonce, 0)
    const states = await readPools({ rpc, pools })
    const { baseFeePerGas } = await rpc<Block>('eth_getBlockByNumber', ['latest', false])
    const random = createRandom(id * 1_000_003 + count)
    const hashes: Hex[] = []
    for (const [index, swap] of planRound({ world, states, time, random }).entries()) {
      const turn = (count + index) % traders.length
      const trader = traders[turn]
      const nonce = nonces[turn]
      if (!trader || nonce === undefined) throw new Error(`there is no trader ${turn}`)
      nonces[turn] = nonce + 1
      const raw = await trader.signTransaction({
        ...swapCall({ swap, receiver: trader.address }),
        ...{ type: 'eip1559', chainId: id, nonce, gas, maxPriorityFeePerGas },
        maxFeePerGas: BigInt(baseFeePerGas) * 2n + maxPriorityFeePerGas,
      })
      hashes.push(await rpc<Hex>('eth_sendRawTransaction', [raw]))
    }
    return hashes
  }

  async function round() {
    const rpc = currentRpc()
    if (!rpc) return
    const time = (await blockTime({ rpc, block: 'pending' })) - (await blockTime({ rpc, block: '0x0' }))
    const hashes = await sendRound({ rpc, time })
    for (const hash of hashes) await mined({ rpc, hash })
  }

  return {
    trade() {
      const next = last.then(round)
      last = next.catch(() => {})
      return next
    },
    async catchUp({ rpc }) {
      const [first, latest] = [await blockTime({ rpc, block: '0x0' }), await blockTime({ rpc, block: 'latest' })]
      const end = Math.floor(now() / 1000)
      const gap = end - latest
      if (gap < smallestGap) return
      const rounds = Math.min(catchUpRounds, Math.floor(gap / catchUpPace))
      await rpc('evm_setAutomine', [false])
      // A node that has just started uses the current time as the time of its newest block.
      await rpc('evm_setTime', [latest])
      for (let step = 1; step <= rounds; step += 1) {
        const time = latest + Math.floor((gap * step) / rounds)
        await sendRound({ rpc, time: time - first })
        await rpc('evm_mine', [numberToHex(time)])
      }
      await rpc('evm_setTime', [Math.floor(now() / 1000)])
      await rpc('evm_setAutomine', [true])
    },
  }
}

/** The time of a block, seconds since 1970. */
async function blockTime({ rpc, block }: { rpc: Rpc; block: string }): Promise<number> {
  return hexToNumber((await rpc<Block>('eth_getBlockByNumber', [block, false])).timestamp)
}

async function mined({ rpc, hash }: { rpc: Rpc; hash: Hex }): Promise<void> {
  const end = Date.now() + receiptPatience
  while (Date.now() < end) {
    const receipt = await rpc<{ status: Hex } | null>('eth_getTransactionReceipt', [hash])
    if (receipt?.status === '0x1') return
    if (receipt) throw new RpcRefusal({ method: 'trade', message: `transaction ${hash} failed`, data: receipt })
    await new Promise((resolve) => setTimeout(resolve, receiptInterval))
  }
  throw new ServiceError('devnet_failed', {
    message: `A trade was not mined within ${receiptPatience / 1000} seconds`,
  })
}
