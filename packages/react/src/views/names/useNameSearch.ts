import { LatchkeyError } from '@latchkey/protocol'
import { useCallback, useEffect, useState } from 'react'
import { useModalScope } from '../../context/ModalScope.tsx'

/** Whether a name can be had. */
export type NameSearch =
  | { status: 'none' | 'checking' }
  | { status: 'free'; name: string }
  /** Somebody has it, or it is kept back; `others` are like it and free. */
  | { status: 'taken'; name: string; others: readonly string[] }
  | { status: 'failed'; error: LatchkeyError }

/** Milliseconds that a label rests before the server is asked. */
const rest = 300

/**
 * Looks up whether a name can be had, and what else could, once its label rests; answers to what was typed before are dropped.
 *
 * @param label as it would be registered; undefined while it can be none
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
