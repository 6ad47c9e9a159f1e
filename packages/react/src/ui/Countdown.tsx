import { useModalScope } from '../context/ModalScope.tsx'
import { Icon } from './Icon.tsx'
import { useNow } from './useNow.ts'

export type CountdownProps = {
  /** Unix milliseconds. */
  until: number
}

/** Time until a code expires. Not read aloud, because it changes every second. */
export function Countdown({ until }: CountdownProps) {
  const { t } = useModalScope()
  const seconds = Math.max(0, Math.ceil((until - useNow(1000)) / 1000))
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  return (
    <span className="countdown" aria-hidden="true" data-ending={seconds <= 30 || undefined}>
      <Icon name="clock" />
      {t('pairing.left', { time })}
    </span>
  )
}
