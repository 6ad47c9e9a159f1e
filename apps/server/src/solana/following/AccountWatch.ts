import type { AccountChange } from '../../accounts/AccountSource.ts'

/** A watched address, and the callback for its changes. */
export type AccountWatch = { address: string; onChange: (change: AccountChange) => void }
