import type { BalanceService } from '../accounts/createBalanceService.ts'
import type { Bundler } from '../bundler/Bundler.ts'
import { createBundler } from '../bundler/createBundler.ts'
import { createPaymaster } from '../paymaster/createPaymaster.ts'
import { createPaymasterRpc } from '../paymaster/createPaymasterRpc.ts'
import type { Paymaster } from '../paymaster/Paymaster.ts'
import { createPermissionService } from '../permissions/createPermissionService.ts'
import type { PermissionService } from '../permissions/PermissionService.ts'
import { isEvmChain } from '../platform/config/chainConfig.ts'
import type { Context } from '../platform/context.ts'
import { readPrivateKey } from '../platform/crypto/readPrivateKey.ts'
import { hasOwnKey } from '../platform/crypto/readSealerKeys.ts'
import type { HealthCheck } from '../platform/health/HealthCheck.ts'
import type { JsonRpcMethods } from '../platform/http/answerJsonRpcMethods.ts'
import type { RpcService } from '../rpc/RpcService.ts'
import { openSealer } from '../sealing/openSealer.ts'
import { createBundlerRpc } from './createBundlerRpc.ts'
import { createWalletRpc } from './createWalletRpc.ts'

/** The parts of smart accounts that endpoints call. */
export type SmartAccounts = {
  bundler: Bundler
  /** Undefined if nothing is sponsored. */
  paymaster: Paymaster | undefined
  /** Undefined if neither smart accounts nor the wallet have a key-encryption key. */
  sessions: PermissionService | undefined
  /** The methods of `/v1/wallet`, `/v1/bundler` and `/v1/paymaster`. */
  rpc: { wallet: JsonRpcMethods; bundler: JsonRpcMethods; paymaster: JsonRpcMethods | undefined }
  /** For `/ready`. */
  checks: () => HealthCheck[]
}

/**
 * Creates the parts of smart accounts, if the configuration has them. They stop at the context's shutdown. Nothing is bundled
 * before `bundler.start()`.
 *
 * @returns undefined without `smartAccounts`, or without a network that enables them
 * @throws LatchkeyError `config_invalid` if a configured key is missing
 */
export async function createSmartAccounts({
  context,
  rpc,
  balances,
  env = process.env,
}: {
  context: Context
  rpc: RpcService
  balances: Pick<BalanceService, 'read'>
  env?: Readonly<Record<string, string | undefined>>
}): Promise<SmartAccounts | undefined> {
  const { config, log, shutdown } = context
  const keys = config.smartAccounts
  if (!keys || !config.chains.some((chain) => isEvmChain(chain) && chain.smartAccounts?.enabled)) return undefined

  const executor = await readPrivateKey({ key: keys.executor, name: 'smartAccounts.executor', env })
  const bundler = createBundler(context, { rpc, executor })
  const signer = keys.paymaster && (await readPrivateKey({ key: keys.paymaster, name: 'smartAccounts.paymaster', env }))
  const paymaster = signer && createPaymaster({ context, rpc, bundler, signer })
  shutdown.add('bundler', bundler.stop)
  const sealer =
    hasOwnKey(config, 'wallet') || hasOwnKey(config, 'smartAccounts')
      ? await openSealer({ context, env, of: 'smartAccounts' })
      : undefined
  const sessions = sealer && createPermissionService({ context, rpc, bundler, sealer })
  const ports = { config, rpc, bundler, paymaster, sessions, balances, log }
  return {
    ...{ bundler, paymaster, sessions },
    rpc: {
      wallet: createWalletRpc(ports),
      bundler: createBundlerRpc({ bundler }),
      paymaster: paymaster && createPaymasterRpc({ paymaster, bundler }),
    },
    checks: () => [...bundler.checks(), ...(paymaster?.checks() ?? [])],
  }
}
