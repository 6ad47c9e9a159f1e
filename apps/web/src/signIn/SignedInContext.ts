import type { AccountId } from '@latchkey/protocol'
import { createContext, use } from 'react'
import { useReadable } from '../live/useReadable.ts'
import type { SignedIn, SignedInStore } from './createSignedIn.ts'

/** Provides the store of the current sign-in. */
export const SignedInContext = createContext<SignedInStore | undefined>(undefined)

/** Returns the store of the current sign-in, with the functions that end it. */
export function useSignedInStore(): SignedInStore {
  const store = use(SignedInContext)
  if (!store) throw new Error('useSignedInStore is used outside of SignedInProvider')
  return store
}

/** Returns the current sign-in, which decides whose data the pages can show. */
export function useSignedIn(): SignedIn {
  return useReadable(useSignedInStore())
}

/** Provides the account whose data a page shows. */
export const OwnerContext = createContext<AccountId | undefined>(undefined)

/** Returns the account whose data the page shows, CAIP-10 as in its sign-in. */
export function useOwner(): AccountId {
  const owner = use(OwnerContext)
  if (!owner) throw new Error('useOwner is used outside of SignedInGate')
  return owner
}
