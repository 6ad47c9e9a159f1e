import type { AccountId } from '@latchkey/protocol'
import type { QueryClient } from '@tanstack/react-query'

/** Returns the start of every key for private data: the account that owns the data. */
export function ownKey(owner: AccountId) {
  return ['own', owner] as const
}

/** Returns the account that owns a key of the cache; undefined for public data. */
export function ownerOf(key: readonly unknown[] | undefined): AccountId | undefined {
  return key?.[0] === 'own' ? (key[1] as AccountId) : undefined
}

/** Removes the data of all accounts except `owner`, and cancels pending reads of it. */
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
