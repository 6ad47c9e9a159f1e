import { LatchkeyError } from '@latchkey/protocol'
import { useCallback, useEffect, useState } from 'react'
import { useModalScope } from '../../context/ModalScope.tsx'

/** State of the search for a free name. */
export type NameSearch =
  | { status: 'none' | 'checking' }
  | { status: 'free'; name: string }
  /** The name is taken or reserved; `others` are similar and free. */
  | { status: 'taken'; name: string; others: readonly string[] }
  | { status: 'failed'; error: LatchkeyError }

/** Pause in typing before the server is asked, in milliseconds. */
const rest = 300

/**
 * Searches for a name and similar ones after a pause in typing. Drops answers to older labels.
 *
 * @param label normalized for registration; undefined if it is not valid
 */
export function useNameSearch(label: string | undefined): { search: NameSearch; again: () => void } {
  const { latchkey } = useModalScope()
  const { names } = latchkey
  const [round, setRound] = useState(0)
  const [answer, setAnswer] = useState<{ key: string; search: NameSearch }>()
  const key = `${label} ${round}`

  useEffect(() => {
    if (label === undefined) return
    let isWanted = true
    const settle = (search: NameSearch) => {
      if (isWanted) setAnswer({ key, search })
    }
    const timer = window.setTimeout(() => {
      names.suggest({ name: label }).then(
        ([exact, ...others]) => {
          const name = exact?.name ?? label
          const free = others.filter(({ registered }) => !registered).map((other) => other.name)
          settle(exact?.registered === false ? { status: 'free', name } : { status: 'taken', name, others: free })
        },
        (cause: unknown) =>
          settle({
            status: 'failed',
            error: cause instanceof LatchkeyError ? cause : new LatchkeyError('internal', { cause }),
          }),
      )
    }, rest)
    return () => {
      isWanted = false
      window.clearTimeout(timer)
    }
  }, [names, label, key])

  const again = useCallback(() => setRound((before) => before + 1), [])
  const search: NameSearch =
    label === undefined ? { status: 'none' } : answer?.key === key ? answer.search : { status: 'checking' }
  return { search, again }
}
