import { useState } from 'react'
import { useSite } from '../site/SiteContext.ts'
import { isFirstPartyImage } from './isFirstPartyImage.ts'
import styles from './TokenIcon.module.css'

/** A token's picture, or its first letters if the site may not load one. Decorative: the name is beside it. */
export function TokenIcon({
  symbol,
  iconUrl,
  address,
  size = 40,
}: {
  symbol: string
  iconUrl: string | null
  /** CAIP-10 ID of its contract. The site's own token has the site's color. */
  address?: string | undefined
  size?: number
}) {
  const { apiUrl, token } = useSite()
  const isOwn = address !== undefined && contractOf(address) === contractOf(token)
  const [broken, setBroken] = useState<string>()
  const loadable = iconUrl && iconUrl !== broken && isFirstPartyImage({ url: iconUrl, apiUrl }) ? iconUrl : undefined
  const letters = [...symbol.replace(/[^\p{L}\p{N}]/gu, '')].slice(0, size > 32 ? 3 : 2).join('')
  return (
    <span
      className={styles.icon}
      data-own={isOwn}
      style={{ '--size': `${size}px`, '--hue': hueOf(symbol) }}
      aria-hidden="true"
    >
      {loadable ? (
        <img
          src={new URL(loadable, apiUrl).href}
          alt=""
          width={size}
          height={size}
          referrerPolicy="no-referrer"
          onError={() => setBroken(loadable)}
        />
      ) : (
        <span>{letters || '?'}</span>
      )}
    </span>
  )
}

/** Returns only the contract's address, because a token has the same one on several networks. */
function contractOf(address: string) {
  return address.slice(address.lastIndexOf(':') + 1).toLowerCase()
}

function hueOf(text: string) {
  let hash = 7
  for (const letter of text) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 65_521
  // The golden angle distributes neighboring numbers over the whole circle.
  return Math.round((hash * 137.508) % 360)
}
