import type { AccountId } from '@latchkey/protocol'
import { ownKey } from '../api/ownKey.ts'

/** The key of the changes that are on their way to the account's settings. */
export function savingKey(owner: AccountId) {
  return [...ownKey(owner), 'settings'] as const
}
