import { onrampProviderIds } from '@latchkey/protocol'
import type { Feature } from '@latchkey/protocol/api'
import { isEvmChain } from '../platform/config/chainConfig.ts'
import { listSocialProviders } from '../platform/config/listSocialProviders.ts'
import type { EvmChainConfig, ProjectConfig, ServerConfig } from '../platform/config/ServerConfig.ts'

/**
 * Lists the configured features for a project's visitors. Missing ones are false, for every caller. `swap` names its sources of quotes,
 * `names` its zone and the maximum per address, and `onramp` the ids of its providers.
 */
export function listFeatures({
  config,
  project,
}: {
  config: Pick<ServerConfig, 'wallet' | 'social' | 'names' | 'onramp' | 'siwx' | 'chains' | 'convert' | 'smartAccounts'>
  project: Pick<ProjectConfig, 'telemetry'>
}): Feature[] {
  const { names, onramp, siwx, chains, convert, smartAccounts } = config
  const payments = onrampProviderIds.filter((id) => onramp?.[id] !== undefined)
  const logins = config.wallet ? ['email', ...listSocialProviders(config)] : []
  const hasRouter = ({ contracts }: EvmChainConfig) => contracts.uniswapSwapRouter02 !== undefined
  const canSwap = convert.enabled && chains.filter(isEvmChain).some(hasRouter)
  const hasSmartAccounts =
    smartAccounts !== undefined && chains.some((chain) => isEvmChain(chain) && chain.smartAccounts?.enabled)
  const swaps = canSwap ? ['latchkey', ...(convert.zeroex ? ['zeroex'] : [])] : []
  return [
    { id: 'social_login', isEnabled: logins.length > 0, config: logins },
    { id: 'activity', isEnabled: true, config: [] },
    { id: 'swap', isEnabled: canSwap, config: swaps },
    { id: 'onramp', isEnabled: payments.length > 0, config: payments },
    { id: 'names', isEnabled: names !== undefined, config: names ? [names.zone, String(names.perAddress)] : [] },
    { id: 'siwx', isEnabled: siwx !== undefined, config: [] },
    { id: 'smart_accounts', isEnabled: hasSmartAccounts, config: [] },
    { id: 'analytics', isEnabled: project.telemetry.enabled, config: [] },
  ]
}
