import { formatRemaining } from './formatTime.ts'
import { useNow } from './useNow.ts'

/** The time until the app no longer accepts an answer. @param expiry unix seconds */
export function Countdown({ expiry }: { expiry: number }) {
  const left = expiry * 1000 - useNow()
  return left > 0 ? <>Answer within {formatRemaining(left)}</> : <>This request has expired</>
}
