import { LatchkeyError } from '@latchkey/protocol'
import { useEffect, useState } from 'react'
import { useModalScope } from '../../context/ModalScope.tsx'

/** A name, and the account of the wallet that has it. */
export type OwnedName = { name: string; address: string }

/** The names of a wallet's accounts. */
export type OwnNames = {
  /** Names of the active account first, each account's oldest first; undefined during the read and after a failure. */
  names: readonly OwnedName[] | undefined
  error: LatchkeyError | undefined
  again: () => void
}

/** Reads the names of a wallet's accounts: the EOA and the smart account can each have their own. */
export function useOwnNames({
  address: inUse,
  allAccounts = [],
}: {
  address: string
  allAccounts?: readonly { address: string }[]
}): OwnNames {
  const { latchkey } = useModalScope()
  const [round, setRound] = useState(0)
  const [read, setRead] = useState<{ key: string; names?: readonly OwnedName[]; error?: LatchkeyError }>()
  const addresses = [...new Set([inUse, ...allAccounts.map(({ address }) => address)])].join()
  const key = `${addresses} ${round}`
  useEffect(() => {
    let isWanted = true
    const reading = addresses.split(',').map(async (address) => {
      const names = await latchkey.names.list({ address })
      return names.map(({ name }) => ({ name, address }))
    })
    Promise.all(reading).then(
      (lists) => {
        const all = lists.flat()
        // Both accounts can have the same name.
        const names = all.filter(({ name }, index) => all.findIndex((one) => one.name === name) === index)
        if (isWanted) setRead({ key, names })
      },
      (cause: unknown) =>
        isWanted &&
        setRead({ key, error: cause instanceof LatchkeyError ? cause : new LatchkeyError('internal', { cause }) }),
    )
    return () => {
      isWanted = false
    }
  }, [latchkey, addresses, key])
  const isRead = read?.key === key
  return {
    names: isRead ? read.names : undefined,
    error: isRead ? read.error : undefined,
    again: () => setRound((before) => before + 1),
  }
}
