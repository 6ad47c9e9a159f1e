import { LatchkeyError } from '@latchkey/protocol'
import { useEffect, useState } from 'react'
import { useModalScope } from '../../context/ModalScope.tsx'

/** The names of an account. */
export type OwnNames = {
  /** Oldest first; undefined while they are read, and where they cannot be. */
  names: readonly string[] | undefined
  error: LatchkeyError | undefined
  again: () => void
}

/** Reads which names an account has. */
export function useOwnNames(address: string): OwnNames {
  const { latchkey } = useModalScope()
  const [round, setRound] = useState(0)
  const [read, setRead] = useState<{ key: string; names?: readonly string[]; error?: LatchkeyError }>()
  const key = `${address} ${round}`
  useEffect(() => {
    let isWanted = true
    latchkey.names.list({ address }).then(
      (names) => isWanted && setRead({ key, names: names.map(({ name }) => name) }),
      (cause: unknown) =>
        isWanted &&
        setRead({ key, error: cause instanceof LatchkeyError ? cause : new LatchkeyError('internal', { cause }) }),
    )
    return () => {
      isWanted = false
    }
  }, [latchkey, address, key])
  const isRead = read?.key === key
  return {
    names: isRead ? read.names : undefined,
    error: isRead ? read.error : undefined,
    again: () => setRound((before) => before + 1),
  }
}
