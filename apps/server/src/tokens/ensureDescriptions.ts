import type { EvmAddress } from '@latchkey/protocol'
import type { ContractReader } from '../chains/createContractReader.ts'
import { runReadPlans } from '../chains/runReadPlans.ts'
import { transferKind } from '../chains/transferKind.ts'
import type { Database } from '../platform/db/Database.ts'
import { planTokens, type TokenDescription } from './planTokens.ts'
import { readDecimals } from './tokenStore.ts'

/**
 * Returns the decimals of fungible tokens, from the database or else from the chain.
 *
 * @returns the decimals (0 for a token without any), and the new descriptions, to be stored with the range
 * @throws LatchkeyError `upstream_unavailable`
 */
export async function ensureDescriptions({
  database,
  chain,
  reader,
  listed,
  tokens,
  signal,
}: {
  database: Database
  chain: number
  reader: ContractReader
  listed: readonly { address: EvmAddress | null; symbol: string }[]
  tokens: readonly EvmAddress[]
  signal?: AbortSignal | undefined
}): Promise<{ decimals: Map<EvmAddress, number>; descriptions: TokenDescription[] }> {
  const decimals = await readDecimals(database, { chain, addresses: tokens })
  const unknown = tokens.filter((token) => !decimals.has(token))
  if (unknown.length === 0) return { decimals, descriptions: [] }
  const plan = planTokens({ tokens: unknown.map((address) => ({ address, kind: transferKind.erc20 })), listed })
  const [descriptions] = await runReadPlans({ reader, plans: [plan], signal })
  for (const description of descriptions) decimals.set(description.address, description.decimals ?? 0)
  return { decimals, descriptions }
}
