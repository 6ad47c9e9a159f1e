import type { ChainId, EvmAddress } from '@latchkey/protocol'
import type { ContractReader } from '../chains/createContractReader.ts'
import type { EvmChainConfig } from '../platform/config/ServerConfig.ts'
import type { Context } from '../platform/context.ts'
import type { RpcService } from '../rpc/RpcService.ts'

/** What every part of one chain's indexer is given. */
export type ChainScope = {
  context: Pick<Context, 'bus' | 'clock' | 'config' | 'database' | 'log'>
  rpc: RpcService
  reader: ContractReader
  config: EvmChainConfig
  chainId: ChainId
  /** Short key of the chain in all tables. */
  chain: number
  /** The wrapped native coin. */
  weth: EvmAddress | undefined
  /** What look-alikes are compared with: the operator's tokens and the native coin. */
  listed: readonly { address: EvmAddress | null; symbol: string }[]
  signal: AbortSignal
}
