import { readAddress } from '@latchkey/bitcoin'
import type { AccountId } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { AccountSource } from '../../accounts/AccountSource.ts'
import type { LinkedPrices } from '../../accounts/createLinkedPrices.ts'
import { toBalance } from '../../accounts/toBalance.ts'
import type { BitcoinChainConfig } from '../../platform/config/ServerConfig.ts'
import type { Context } from '../../platform/context.ts'
import type { RpcCall, RpcService } from '../../rpc/RpcService.ts'
import { createEsploraReader } from '../esplora/createEsploraReader.ts'
import type { EsploraTransaction } from '../esplora/esploraCalls.ts'
import { createAddressWatch } from './createAddressWatch.ts'
import { createFirstSeen } from './createFirstSeen.ts'
import { positionOf, readHistory } from './readHistory.ts'
import { sumOf } from './sumOf.ts'
import { writeHistoryItem } from './writeHistoryItem.ts'

/** Placeholder of the native token in place of a token address. */
const native = 'native'

/**
 * Creates the source of a Bitcoin network's accounts: balances including pending amounts, activity, and changes. An account
 * is one address, because the network has no other notion of an account.
 *
 * @param options.rpc sends the requests to the network's Esplora servers (`createBitcoinRpc`)
 */
export function createBitcoinSource({
  context: { clock, shutdown },
  rpc,
  chain,
  prices,
}: {
  context: Pick<Context, 'clock' | 'shutdown'>
  rpc: RpcService
  chain: BitcoinChainConfig
  prices: LinkedPrices
}): AccountSource {
  const { chainId, priceFrom, nativeCurrency } = chain
  const reader = createEsploraReader({ ask: (call) => askAlways({ rpc, chain, call }) })
  const firstSeen = createFirstSeen({ now: clock.now })
  const watch = createAddressWatch({ reader, now: clock.now, signal: shutdown.signal })
  const token = priceFrom as AccountId | undefined

  const readPrice = async () => (token && (await prices.now([token])).get(token)) ?? null
  const readPrices = async (times: readonly number[]) =>
    token ? prices.at(times.map((time) => ({ token, time }))) : times.map(() => undefined)
  const canonical = (text: string) => readAddress({ text, chainId })?.address ?? text

  const toItems = async (transactions: readonly EsploraTransaction[], address: string) => {
    const times = transactions.map(({ txid, status }) => status.block_time ?? firstSeen(txid))
    const found = await readPrices(times)
    return transactions.map((transaction, index) =>
      writeHistoryItem({
        ...{ transaction, address, chain },
        time: times[index] ?? 0,
        price: found[index] ?? null,
      }),
    )
  }

  return {
    chainId,
    isAddress: (text) => readAddress({ text, chainId }) !== undefined,
    readBalances: async ({ address: text, forced }) => {
      const address = canonical(text)
      const [state, price] = await Promise.all([reader('esplora.address', address), readPrice()])
      watch.told(address, state)
      const amount = sumOf(state)
      const isTold = amount !== 0n || forced.includes(native)
      return { balances: isTold ? [toBalance({ chainId, token: nativeCurrency, amount, price })] : [], stale: 0 }
    },
    readHistory: async ({ address: text, before, limit }) => {
      const address = canonical(text)
      const [waiting, page] = await Promise.all([
        before ? [] : reader('esplora.waiting', address),
        readHistory({ reader, address, before, limit }),
      ])
      // A transaction that was mined between the two responses is in both.
      const settled = new Set(page.transactions.map(({ txid }) => txid))
      const open = waiting.filter(({ txid }) => !settled.has(txid))
      const items = await toItems([...open, ...page.transactions], address)
      const entries = items.slice(open.length).flatMap((item, index) => {
        const transaction = page.transactions[index]
        return transaction ? [{ item, position: positionOf(transaction) }] : []
      })
      return { waiting: items.slice(0, open.length), entries, next: page.next, stale: 0 }
    },
    readFungibles: async ({ addresses }) => {
      const price = addresses.includes(native) ? await readPrice() : null
      const { name, symbol, decimals, iconUrl = null } = nativeCurrency
      return addresses.map((address) => ({
        ...{ address: `${chainId}:${address}` as AccountId, name, symbol, decimals, iconUrl },
        price: address === native ? price : null,
      }))
    },
    follow: ({ address, onChange }) => watch.follow({ address: canonical(address), onChange }),
  }
}

/** A refusal of a valid request (an address with too many transactions for a server) counts as an unavailable server. */
async function askAlways({ rpc, chain, call }: { rpc: RpcService; chain: BitcoinChainConfig; call: RpcCall }) {
  const outcome = await rpc.call({ chainId: chain.chainId, call })
  if (!('error' in outcome)) return outcome
  throw new ServiceError('upstream_unavailable', {
    field: 'chainId',
    message: `${chain.name} has no data about this address`,
    details: outcome.error.message,
    retryAfter: 30,
  })
}
