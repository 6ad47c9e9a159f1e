import {
  type AccountId,
  type ChainId,
  type EvmAddress,
  isAccountId,
  isEvmAddress,
  parseAccountId,
} from '@latchkey/protocol'
import type { Balance } from '@latchkey/protocol/api'
import { ServiceError } from '@latchkey/protocol/errors'
import { readChains, selectChains } from '../chains/readChains.ts'
import { createCache } from '../platform/cache/createCache.ts'
import type { Context } from '../platform/context.ts'
import type { RpcService } from '../rpc/RpcService.ts'
import { compareBalances, loadBalances } from './loadBalances.ts'

/** The balances of accounts. */
export type BalanceService = {
  /**
   * @param options.forceUpdate CAIP-10 token contracts, comma-separated, to be read from the chain now
   * @returns the response, and how many seconds old it is when it could not be renewed (0 when it is fresh)
   * @throws LatchkeyError `unsupported_chain`, `malformed_address`, `upstream_unavailable`
   */
  read: (options: {
    address: string
    chainId?: ChainId | undefined
    forceUpdate?: string | undefined
  }) => Promise<{ response: { balances: Balance[] }; stale: number }>
  /** Drops what is remembered about an account. */
  expire: (account: AccountId) => void
  /** Drops all that is remembered. */
  forget: () => void
}

/** Seconds for which balances are remembered, and for which they may serve while a chain is away. */
const ttl = 10
const staleFor = 3600
const maxForced = 50

/** Creates the reader of balances. */
export function createBalanceService({
  context,
  rpc,
}: {
  context: Pick<Context, 'clock' | 'config' | 'database' | 'log'>
  rpc: RpcService
}): BalanceService {
  const { clock, config, database, log } = context
  const cache = createCache<{ response: { balances: Balance[] }; stale: number }>({ clock, ttl, staleFor })
  const keyOf = (address: string, chainId: string) => `${address.toLowerCase()} ${chainId} usd`

  const load = async (account: EvmAddress, chainId: ChainId | undefined, forced: readonly AccountId[]) => {
    const chains = await readChains(database, selectChains(config.chains, chainId))
    const results = await Promise.allSettled(
      chains.map((served) => {
        const own = forced.map(parseAccountId).filter((token) => token.chainId === served.chainId)
        const tokens = own.map(({ address }) => address.toLowerCase() as EvmAddress)
        return loadBalances({ context, rpc, served, account, forced: tokens })
      }),
    )
    const balances: Balance[] = []
    let stale = 0
    let answered = 0
    let failure: unknown
    for (const [index, result] of results.entries()) {
      if (result.status === 'rejected') {
        failure = result.reason
        log.warn({ err: result.reason, chainId: chains[index]?.chainId }, 'Balances could not be read')
        // Something is missing, and nothing is known of how it was: the mark says "not all of this is new".
        stale = Math.max(stale, 1)
        continue
      }
      answered += 1
      balances.push(...result.value.balances)
      stale = Math.max(stale, result.value.stale)
    }
    if (answered === 0 && failure !== undefined) throw failure
    const response = Object.freeze({ balances: balances.sort(compareBalances) })
    return { response, stale }
  }

  return {
    read: async ({ address, chainId, forceUpdate }) => {
      selectChains(config.chains, chainId)
      if (!isEvmAddress(address)) {
        if (chainId?.startsWith('eip155:')) {
          throw new ServiceError('malformed_address', {
            field: 'address',
            message: 'The address is not one of this network',
          })
        }
        return { response: { balances: [] }, stale: 0 }
      }
      if (chainId !== undefined && !chainId.startsWith('eip155:')) return { response: { balances: [] }, stale: 0 }
      const forced = readForced(forceUpdate)
      for (const token of forced) selectChains(config.chains, parseAccountId(token).chainId)
      const account = address.toLowerCase() as EvmAddress
      const { value, stale } = await cache.read({
        key: keyOf(account, chainId ?? 'all'),
        load: () => load(account, chainId, forced),
        force: forced.length > 0,
      })
      return { response: value.response, stale: Math.max(stale, value.stale) }
    },
    forget: cache.clear,
    expire: (account) => {
      const { address, chainId } = parseAccountId(account)
      cache.expire(keyOf(address, chainId))
      cache.expire(keyOf(address, 'all'))
    },
  }
}

/** @throws LatchkeyError `malformed_address` */
function readForced(forceUpdate: string | undefined): AccountId[] {
  const parts = (forceUpdate ?? '').split(',').map((part) => part.trim())
  const tokens = parts.filter((part) => part !== '')
  const isTokens = tokens.every((token) => isAccountId(token) && token.startsWith('eip155:'))
  if (!isTokens || tokens.length > maxForced) {
    throw new ServiceError('malformed_address', {
      field: 'forceUpdate',
      message: `Expected up to ${maxForced} token contracts such as eip155:1:0x…, separated by commas`,
    })
  }
  return tokens as AccountId[]
}
