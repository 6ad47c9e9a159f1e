import type { PairedSubject } from '@latchkey/testkit'

/** An app, as it is shown: only what can be read of what it says of itself. */
export type Peer = {
  name: string
  /** Host with its port; null where the app's address is none. */
  host: string | null
  /** Null where the app's address is none. */
  origin: string | null
  description: string
  icons: readonly string[]
}

const invisible = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}]/gu

/**
 * What an app says of itself, made safe to show: names without characters that cannot be seen, and the host as browsers write it,
 * so that letters that only look like others come out as `xn--…`.
 */
export function readPeer({ name, url, description, icons }: PairedSubject['peer']): Peer {
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  const isWeb = parsed?.protocol === 'https:' || parsed?.protocol === 'http:'
  const clean = (text: string, most: number) => text.replace(invisible, ' ').replace(/\s+/g, ' ').trim().slice(0, most)
  const host = isWeb ? parsed.host : null
  return {
    name: clean(name, 60) || host || 'An app without a name',
    host,
    origin: isWeb ? parsed.origin : null,
    description: clean(description, 160),
    icons,
  }
}
