import type { PairedSubject } from '@latchkey/testkit'

/** An app for display, with only the readable parts of its metadata. */
export type Peer = {
  name: string
  /** Host with its port; null if the app's URL is invalid. */
  host: string | null
  /** Null if the app's URL is invalid. */
  origin: string | null
  description: string
  icons: readonly string[]
}

const invisible = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}]/gu

/**
 * Makes an app's metadata safe to show. Removes invisible characters from names, and normalizes the host like browsers, so that letters
 * that imitate others become `xn--…`.
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
