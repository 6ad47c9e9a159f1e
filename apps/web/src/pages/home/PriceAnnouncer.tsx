import type { Token } from '@latchkey/protocol/api'
import { useEffect, useEffectEvent, useState } from 'react'
import { cleanLabel } from '../../format/cleanLabel.ts'
import { useLanguage } from '../../language/LanguageContext.ts'

/** Milliseconds between two announcements. A price that changes every second would interrupt everything else. */
const pause = 60_000

/** Announces the price to screen readers at intervals. */
export function PriceAnnouncer({ token }: { token: Token }) {
  const { text, format } = useLanguage()
  const [said, setSaid] = useState('')
  const say = useEffectEvent(() =>
    setSaid(token.price === null ? '' : text.home.priceNow(cleanLabel(token.symbol), format.price(token.price))),
  )
  useEffect(() => {
    const timer = setInterval(() => say(), pause)
    return () => clearInterval(timer)
  }, [])
  return (
    <p className="visually-hidden" role="status">
      {said}
    </p>
  )
}
