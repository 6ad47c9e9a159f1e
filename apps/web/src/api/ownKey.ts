import type { AccountId } from '@latchkey/protocol'
import type { QueryClient } from '@tanstack/react-query'

/** What every key of private data begins with: the account that it is kept for. */
export function ownKey(owner: AccountId) {
  return ['own', owner] as const
}

/** The account that a key of the cache is about; undefined for what everybody may see. */
export function ownerOf(key: readonly unknown[] | undefined): AccountId | undefined {
  return key?.[0] === 'own' ? (key[1] as AccountId) : undefined
}

/** Forgets what is kept for accounts, but for `owner`; what is still on its way is not taken any more. */
export function forgetOthers({ cache, owner }: { cache: QueryClient; owner: AccountId | undefined }): void {
  const isOther = ({ queryKey }: { queryKey: readonly unknown[] }) => {
    const other = ownerOf(queryKey)
    return other !== undefined && other !== owner
  }
  void cache.cancelQueries({ predicate: isOther })
  cache.removeQueries({ predicate: isOther })
  const mutations = cache.getMutationCache()
  for (const mutation of mutations.getAll()) {
    const other = ownerOf(mutation.options.mutationKey)
    if (other !== undefined && other !== owner) mutations.remove(mutation)
  }
}
