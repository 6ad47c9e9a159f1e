import { useLatchkeyContext } from '../context/LatchkeyContext.ts'
import { useModalScope } from '../context/ModalScope.tsx'
import { nameDay } from '../format/nameDay.ts'
import { useNow } from './useNow.ts'

/** Formats a day for lists: "today", "yesterday", or a day without its year. */
export function useDayName(): (time: number | string) => string {
  const { format } = useModalScope()
  const { locale } = useLatchkeyContext()
  const now = useNow(60_000)
  return (time) => nameDay({ time, now, locale }) ?? format.day(time)
}
