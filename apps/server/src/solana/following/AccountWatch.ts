import type { AccountChange } from '../../accounts/AccountSource.ts'

/** Who is watched, and who is told. */
export type AccountWatch = { address: string; onChange: (change: AccountChange) => void }
