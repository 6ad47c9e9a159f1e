import type { Logger } from 'pino'
import type { BalanceService } from '../accounts/createBalanceService.ts'
import type { Bundler } from '../bundler/Bundler.ts'
import type { Paymaster } from '../paymaster/Paymaster.ts'
import type { PermissionService } from '../permissions/PermissionService.ts'
import type { ServerConfig } from '../platform/config/ServerConfig.ts'
import type { RpcService } from '../rpc/RpcService.ts'

/** Dependencies of `/v1/wallet`. */
export type WalletRpcPorts = {
  config: ServerConfig
  rpc: RpcService
  bundler: Bundler
  /** Undefined if accounts pay for themselves. */
  paymaster: Paymaster | undefined
  /** Undefined without the wallet's key-encryption key. */
  sessions: PermissionService | undefined
  balances: Pick<BalanceService, 'read'>
  log: Logger
}
