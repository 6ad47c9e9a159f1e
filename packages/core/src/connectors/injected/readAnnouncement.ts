import type { ConnectorInfo, Eip1193Provider } from '../Connector.ts'
import { cleanIcon, cleanText } from '../cleanClaim.ts'

const rdnsPattern = /^(?=.{1,253}$)[a-z0-9-]+(\.[a-z0-9-]+)+$/i

/** Whether a value is an EIP-1193 provider. */
export function isProvider(value: unknown): value is Eip1193Provider {
  try {
    return typeof (value as { request?: unknown }).request === 'function'
  } catch {
    return false
  }
}

/**
 * Reads an EIP-6963 announcement. Its content is controlled by the wallet: texts are cleaned, and the icon must be an image in a `data:`
 * URI. Announcements without a provider or a name are ignored.
 */
export function readAnnouncement(detail: unknown): Announcement | undefined {
  try {
    return read(detail as { info: Record<string, unknown>; provider: unknown })
  } catch {
    // A missing detail, or getters that throw.
    return undefined
  }
}

type Announcement = { info: ConnectorInfo; provider: Eip1193Provider }

function read({ info, provider }: { info: Record<string, unknown>; provider: unknown }): Announcement | undefined {
  if (!isProvider(provider)) return undefined
  const claim = info.rdns
  const rdns = typeof claim === 'string' && rdnsPattern.test(claim) ? claim.toLowerCase() : null
  const name = cleanText(info.name) || rdns
  if (!name) return undefined
  return {
    info: {
      // The UUID changes with every page load, so it cannot identify a wallet between visits.
      id: rdns ?? `wallet:${name.toLowerCase()}`,
      namespace: 'eip155',
      name,
      icon: cleanIcon(info.icon),
      rdns,
      type: 'injected',
    },
    provider,
  }
}
