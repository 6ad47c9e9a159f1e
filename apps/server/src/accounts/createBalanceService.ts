import {
  type AccountId,
  type ChainId,
  type EvmAddress,
  isEvmAddress,
  nativeEvmAddress,
  nativeSolanaAddress,
  parseAccountId,
  parseChainId,
} from '@latchkey/protocol'
import { type Balance, isFungibleId } from '@latchkey/protocol/api'
import { ServiceError } from '@latchkey/protocol/errors'
import { readChains, selectChains } from '../chains/readChains.ts'
import { createCache } from '../platform/cache/createCache.ts'
import type { Context } from '../platform/context.ts'
import type { RpcService } from '../rpc/RpcService.ts'
import type { AccountSource } from './AccountSource.ts'
import { findSources, requireServed } from './findSources.ts'
import { compareBalances, loadBalances } from './loadBalances.ts'

export type BalanceService = {
  /**
   * @param options.chainId undefined for all networks of the address's family
   * @param options.forceUpdate CAIP-10 tokens, comma-separated, to read from the chain now
   * @returns the response, and its age in seconds if it could not be renewed (0 if it is current)
   * @throws LatchkeyError `unsupported_chain`, `malformed_address`, `upstream_unavailable`
   */
  read: (options: {
    address: string
    chainId?: ChainId | undefined
    forceUpdate?: string | undefined
  }) => Promise<{ response: { balances: Balance[] }; stale: number }>
  /** Clears the cache of an account. */
  expire: (account: AccountId) => void
  /** Clears the whole cache. */
  forget: () => void
}

/** Seconds for which balances are cached, and for which they are used while a chain does not respond. */
const ttl = 10
const staleFor = 3600
const maxForced = 50

/**
 * Creates the reader of balances.
 *
 * @param options.sources networks of other families than EVM
 */
export function createBalanceService({
  context,
  rpc,
  sources = [],
}: {
  context: Pick<Context, 'clock' | 'config' | 'database' | 'log'>
  rpc: RpcService
  sources?: readonly AccountSource[]
}): BalanceService {
  const { clock, config, database, log } = context
  type Loaded = { response: { balances: Balance[] }; stale: number }
  const cache = createCache<Loaded>({ clock, ttl, staleFor })
  // Only EVM addresses ignore letter case.
  const keyOf = (address: string, chainId: string) =>
    `${isEvmAddress(address) ? address.toLowerCase() : address} ${chainId} usd`

  /** Merges all results. If one is missing, returns the others and marks the response as stale. */
  const gather = async (readings: readonly { chainId: ChainId; reading: Promise<Part> }[]): Promise<Loaded> => {
    const results = await Promise.allSettled(readings.map(({ reading }) => reading))
    const balances: Balance[] = []
    let stale = 0
    let answered = 0
    let failure: unknown
    for (const [index, result] of results.entries()) {
      if (result.status === 'rejected') {
        failure = result.reason
        log.warn({ err: result.reason, chainId: readings[index]?.chainId }, 'Reading balances failed')
        // The age of the missing part is unknown. At least 1 means that not everything is current.
        stale = Math.max(stale, 1)
        continue
      }
      answered += 1
      balances.push(...result.value.balances)
      stale = Math.max(stale, result.value.stale)
    }
    if (answered === 0 && failure !== undefined) throw failure
    return { response: Object.freeze({ balances: balances.sort(compareBalances) }), stale }
  }

  const loadIndexed = async (account: EvmAddress, chainId: ChainId | undefined, forced: readonly AccountId[]) => {
    const chains = await readChains(database, selectChains(config.chains, chainId))
    return gather(
      chains.map((served) => {
        const tokens = addressesOn(served.chainId, forced).map((address) => address.toLowerCase() as EvmAddress)
        return {
          chainId: served.chainId,
          reading: loadBalances({ context, rpc, served, account, forced: tokens }),
        }
      }),
    )
  }

  return {
    read: async ({ address, chainId, forceUpdate }) => {
      const asked = findSources({ config, sources, address, chainId })
      const forced = readForced(forceUpdate)
      for (const token of forced) requireServed(config, parseAccountId(token).chainId)
      const { value, stale } = await cache.read({
        key: keyOf(address, chainId ?? 'all'),
        load: () =>
          asked.family === 'eip155'
            ? loadIndexed(address.toLowerCase() as EvmAddress, chainId, forced)
            : gather(
                asked.sources.map((source) => ({
                  chainId: source.chainId,
                  reading: source.readBalances({ address, forced: addressesOn(source.chainId, forced) }),
                })),
              ),
        force: forced.length > 0,
      })
      return { response: withoutEmpty(value.response, new Set(forced)), stale: Math.max(stale, value.stale) }
    },
    forget: cache.clear,
    expire: (account) => {
      const { address, chainId } = parseAccountId(account)
      cache.expire(keyOf(address, chainId))
      cache.expire(keyOf(address, 'all'))
    },
  }
}

/**
 * Removes zero balances, except for the forced tokens of this caller: another caller may have forced other tokens a moment
 * ago.
 */
function withoutEmpty(response: { balances: Balance[] }, forced: ReadonlySet<string>): { balances: Balance[] } {
  const ids = new Set([...forced].map((id) => (id.startsWith('eip155:') ? id.toLowerCase() : id)))
  const isShown = (balance: Balance) => Number(balance.quantity.numeric) > 0 || ids.has(toFungibleId(balance))
  return response.balances.every(isShown) ? response : Object.freeze({ balances: response.balances.filter(isShown) })
}

/** Returns the ID in the format of `forceUpdate`; in lower case for EVM networks. */
function toFungibleId({ chainId, address }: Balance): string {
  if (address !== undefined) return chainId.startsWith('eip155:') ? address.toLowerCase() : address
  const native = { eip155: nativeEvmAddress, solana: nativeSolanaAddress, bip122: 'native' }
  return `${chainId}:${native[parseChainId(chainId).namespace]}`
}

type Part = { balances: readonly Balance[]; stale: number }

function addressesOn(chainId: ChainId, tokens: readonly AccountId[]): string[] {
  return tokens.map(parseAccountId).flatMap((token) => (token.chainId === chainId ? [token.address] : []))
}

/** @throws LatchkeyError `malformed_address` */
function readForced(forceUpdate: string | undefined): AccountId[] {
  const parts = (forceUpdate ?? '').split(',').map((part) => part.trim())
  const tokens = parts.filter((part) => part !== '')
  const isTokens = tokens.every(isFungibleId)
  if (!isTokens || tokens.length > maxForced) {
    throw new ServiceError('malformed_address', {
      field: 'forceUpdate',
      message: `Expected up to ${maxForced} token contracts such as eip155:1:0x…, separated by commas`,
    })
  }
  return tokens as AccountId[]
}
