import type { Feature } from '@latchkey/protocol/api'
import { listSocialProviders } from '../platform/config/listSocialProviders.ts'
import type { ProjectConfig, ServerConfig } from '../platform/config/ServerConfig.ts'

/** What this server offers a project's visitors. What it does not have says false, whoever asks. `names` says its zone, and how many one address may have; `onramp` the ids of its providers. */
export function listFeatures({
  config,
  project,
}: {
  config: Pick<ServerConfig, 'wallet' | 'social' | 'names' | 'onramp' | 'siwx'>
  project: Pick<ProjectConfig, 'telemetry'>
}): Feature[] {
  const { names, onramp, siwx } = config
  const payments = (['sandbox', 'coinbase'] as const).filter((id) => onramp?.[id] !== undefined)
  const logins = config.wallet ? ['email', ...listSocialProviders(config)] : []
  return [
    { id: 'social_login', isEnabled: logins.length > 0, config: logins },
    { id: 'activity', isEnabled: true, config: [] },
    { id: 'swap', isEnabled: false, config: [] },
    { id: 'onramp', isEnabled: payments.length > 0, config: payments },
    { id: 'names', isEnabled: names !== undefined, config: names ? [names.zone, String(names.perAddress)] : [] },
    { id: 'siwx', isEnabled: siwx !== undefined, config: [] },
    { id: 'smart_accounts', isEnabled: false, config: [] },
    { id: 'analytics', isEnabled: project.telemetry.enabled, config: [] },
  ]
}
