import { type EvmAddress, nativeEvmAddress } from '@latchkey/protocol'
import { createContractReader } from '../chains/createContractReader.ts'
import { planBalances } from '../chains/planBalances.ts'
import { runReadPlans } from '../chains/runReadPlans.ts'
import { transferKind } from '../chains/transferKind.ts'
import type { EvmChainConfig } from '../platform/config/ServerConfig.ts'
import { nativeInfo, readLists, type TokenInfo } from '../prices/readTokenInfos.ts'
import type { RpcService } from '../rpc/RpcService.ts'
import { planTokens } from '../tokens/planTokens.ts'

/** Timeout of a chain in milliseconds. */
const patience = 6_000

/**
 * Reads balances from the chain, with the descriptions of unknown tokens.
 *
 * @throws LatchkeyError `upstream_unavailable`
 */
export async function readLiveBalances({
  rpc,
  config,
  account,
  tokens,
  undescribed,
}: {
  rpc: RpcService
  config: EvmChainConfig
  account: EvmAddress
  tokens: readonly EvmAddress[]
  /** Tokens without a description in the database. */
  undescribed: readonly EvmAddress[]
}): Promise<{ amounts: Map<EvmAddress, bigint>; infos: Map<EvmAddress, TokenInfo> }> {
  const { listed, references, spam } = readLists(config)
  const reader = createContractReader({
    rpc,
    chainId: config.chainId,
    multicall3: config.contracts.multicall3.toLowerCase() as EvmAddress,
  })
  const contracts = undescribed.filter((token) => token !== nativeEvmAddress)
  const [balances, descriptions] = await runReadPlans({
    reader,
    plans: [
      planBalances(tokens.map((token) => ({ token, account }))),
      planTokens({ tokens: contracts.map((address) => ({ address, kind: transferKind.erc20 })), listed: [] }),
    ],
    signal: AbortSignal.timeout(patience),
  })
  const infos = new Map<EvmAddress, TokenInfo>([[nativeEvmAddress, nativeInfo(config)]])
  for (const { address, name, symbol, decimals, totalSupply, flags } of descriptions) {
    const own = listed.get(address)
    infos.set(address, {
      address,
      kind: transferKind.erc20,
      name: own?.name ?? name ?? symbol ?? 'Unknown token',
      symbol: own?.symbol ?? symbol ?? '???',
      decimals: decimals ?? 0,
      iconUrl: own?.iconUrl ?? null,
      listed: own !== undefined,
      blocked: spam.has(address),
      flags,
      totalSupply,
      price: references.has(address) ? 1 : null,
      liquidity: null,
    })
  }
  return { amounts: new Map(balances.map(({ token, amount }) => [token, amount])), infos }
}
