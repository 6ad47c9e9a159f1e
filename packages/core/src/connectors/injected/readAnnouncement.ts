import type { ConnectorInfo, Eip1193Provider } from '../Connector.ts'

const longestName = 40
const longestIcon = 256 * 1024

// Control characters, zero-width and bidirectional marks: a wallet could otherwise dress its name up as another's.
const unsafeCharacters = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}]/gu
const rdnsPattern = /^(?=.{1,253}$)[a-z0-9-]+(\.[a-z0-9-]+)+$/i
const iconPattern = /^data:image\/(png|jpeg|webp|gif|svg\+xml)[;,]/i

/** Makes a text that a wallet chose safe to show: one line, no control or direction marks, bounded. */
export function cleanText(text: unknown): string {
  if (typeof text !== 'string') return ''
  const clean = text.slice(0, 1000).replace(unsafeCharacters, '').replace(/\s+/g, ' ').trim()
  return [...clean].slice(0, longestName).join('').trim()
}

/** An image that is safe to show: in a `data:` URI of bounded length. Null for anything else. */
export function cleanIcon(icon: unknown): string | null {
  return typeof icon === 'string' && icon.length <= longestIcon && iconPattern.test(icon) ? icon : null
}

/** Tells whether a value can be asked as an EIP-1193 provider. */
export function isProvider(value: unknown): value is Eip1193Provider {
  try {
    return typeof (value as { request?: unknown }).request === 'function'
  } catch {
    return false
  }
}

/**
 * Reads an EIP-6963 announcement. Everything in it is the wallet's own claim: texts are cleaned, the icon must be an
 * image in a `data:` URI, and what has no provider or no name is ignored.
 */
export function readAnnouncement(detail: unknown): Announcement | undefined {
  try {
    return read(detail as { info: Record<string, unknown>; provider: unknown })
  } catch {
    // Nothing there, or getters that throw.
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
      // The uuid changes with every page load, so it cannot name a wallet between visits.
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
