import type { DevnetAccount } from '../Devnet.ts'
import { createDerivation } from './accounts.ts'

/** A person with a Farcaster account on Local One. Their keys are public. */
export type FarcasterPerson = {
  /** The number of the account. */
  fid: number
  userName: string
  displayName: string
  /** Owns the account. */
  custody: DevnetAccount
  /** Registered for signing in; where there is one, the app signs with it, as apps do that do not hold the custody key. */
  authAddress?: DevnetAccount
}

/** The index of the first key below the public mnemonic. */
const firstIndex = 40

/** Derives the people of the sandbox Farcaster app, in the order in which they registered. */
export function farcasterPeople(): FarcasterPerson[] {
  const account = createDerivation()
  return [
    { fid: 1, userName: 'juno', displayName: 'Juno', custody: account('Juno', firstIndex) },
    { fid: 2, userName: 'wren.eth', displayName: 'Wren', custody: account('Wren', firstIndex + 1) },
    {
      ...{ fid: 3, userName: 'milo', displayName: 'Milo', custody: account('Milo', firstIndex + 2) },
      authAddress: account('Milo, for signing in', firstIndex + 3),
    },
  ]
}
