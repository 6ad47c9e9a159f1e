import type { Token } from '@latchkey/protocol/api'
import { useEffect, useEffectEvent, useState } from 'react'
import { cleanLabel } from '../../format/cleanLabel.ts'
import { useLanguage } from '../../language/LanguageContext.ts'

/** Milliseconds between two announcements: a price that moves every second would drown everything else. */
const pause = 60_000

/** Tells a screen reader the price once in a while. */
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
