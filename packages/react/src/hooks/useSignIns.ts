import type { SiwxSession } from '@latchkey/core'
import { LatchkeyError } from '@latchkey/protocol'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useLatchkeyContext } from '../context/LatchkeyContext.ts'
import { useSelected } from '../store/useSelected.ts'

export type UseSignInsReturnType = {
  /** `ready` also while no wallet is connected. */
  status: 'loading' | 'ready' | 'failed'
  /** Sign-ins of the active account on the active network; empty while no wallet is connected. */
  signIns: readonly SiwxSession[]
  /** Why the read failed. */
  error: LatchkeyError | undefined
  refresh: () => void
}

const none: readonly SiwxSession[] = []

/**
 * Returns the sign-ins of the active account. Reads them again after the account or its sign-in changes.
 *
 * @example const { signIns } = useSignIns()
 */
export function useSignIns(): UseSignInsReturnType {
  const { latchkey, snapshots } = useLatchkeyContext()
  const { signIn } = latchkey
  const account = useSelected(signIn, ({ subject }) => subject?.accountId, snapshots.signIn.subject?.accountId)
  const isSignedIn = useSelected(signIn, ({ status }) => status === 'signedIn', false)
  const [round, setRound] = useState(0)
  const [read, setRead] = useState<{
    key: string
    signIns: readonly SiwxSession[]
    error: LatchkeyError | undefined
  }>()
  const key = `${account} ${isSignedIn} ${round}`

  useEffect(() => {
    if (account === undefined) return
    let isOver = false
    const take = (signIns: readonly SiwxSession[], error?: LatchkeyError) => {
      if (!isOver) setRead({ key, signIns, error })
    }
    signIn.getSessions().then(
      (signIns) => take(signIns),
      (cause: unknown) =>
        take(none, cause instanceof LatchkeyError ? cause : new LatchkeyError('siwx_failed', { cause })),
    )
    return () => {
      isOver = true
    }
  }, [signIn, account, key])

  const refresh = useCallback(() => setRound((before) => before + 1), [])
  return useMemo(() => {
    if (account === undefined) return { status: 'ready', signIns: none, error: undefined, refresh }
    if (read?.key !== key) return { status: 'loading', signIns: read?.signIns ?? none, error: undefined, refresh }
    return { status: read.error ? 'failed' : 'ready', signIns: read.signIns, error: read.error, refresh }
  }, [account, key, read, refresh])
}
