import type { AccountId } from '@latchkey/protocol'
import { ownKey } from '../api/ownKey.ts'

/** Returns the key of pending changes to the account's settings. */
export function savingKey(owner: AccountId) {
  return [...ownKey(owner), 'settings'] as const
}
