import type { ChainId, EvmAddress } from '@latchkey/protocol'
import type { ContractReader } from '../chains/createContractReader.ts'
import type { EvmChainConfig } from '../platform/config/ServerConfig.ts'
import type { Context } from '../platform/context.ts'
import type { RpcService } from '../rpc/RpcService.ts'

/** Dependencies of the parts of one chain's indexer. */
export type ChainScope = {
  context: Pick<Context, 'bus' | 'clock' | 'config' | 'database' | 'log'>
  rpc: RpcService
  reader: ContractReader
  config: EvmChainConfig
  chainId: ChainId
  /** Short key of the chain in all tables. */
  chain: number
  /** The wrapped native token. */
  weth: EvmAddress | undefined
  /** Symbols that look-alikes are compared with: those of the operator's tokens and of the native token. */
  listed: readonly { address: EvmAddress | null; symbol: string }[]
  signal: AbortSignal
}
