import type { AccountSource } from './accounts/AccountSource.ts'
import { createLinkedPrices } from './accounts/createLinkedPrices.ts'
import type { Context } from './platform/context.ts'
import type { RpcService } from './rpc/RpcService.ts'

/** Creates what answers for the accounts and tokens of the networks that no index follows: Solana's and Bitcoin's. */
export function createSources({ context }: { context: Context; rpc: RpcService }): AccountSource[] {
  const _prices = createLinkedPrices({ context })
  return []
}
