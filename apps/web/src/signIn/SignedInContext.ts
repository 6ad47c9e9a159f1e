import type { AccountId } from '@latchkey/protocol'
import { createContext, use } from 'react'
import { useReadable } from '../live/useReadable.ts'
import type { SignedIn, SignedInStore } from './createSignedIn.ts'

/** Carries who is signed in. */
export const SignedInContext = createContext<SignedInStore | undefined>(undefined)

/** The store of who is signed in, for what ends it. */
export function useSignedInStore(): SignedInStore {
  const store = use(SignedInContext)
  if (!store) throw new Error('useSignedInStore is used outside of SignedInProvider')
  return store
}

/** Whose things the pages may show. */
export function useSignedIn(): SignedIn {
  return useReadable(useSignedInStore())
}

/** Carries the account whose things a page shows. */
export const OwnerContext = createContext<AccountId | undefined>(undefined)

/** The account whose things the page shows, CAIP-10 as it signed in. */
export function useOwner(): AccountId {
  const owner = use(OwnerContext)
  if (!owner) throw new Error('useOwner is used outside of SignedInGate')
  return owner
}
