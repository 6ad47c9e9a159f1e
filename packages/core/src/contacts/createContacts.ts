import type { ChainNamespace } from '@latchkey/protocol'
import type { CoreContext } from '../CoreContext.ts'
import type { ContactsFeature, SavedContact } from './ContactsFeature.ts'

/** A confirmed payment. */
export type PaidContact = {
  namespace: ChainNamespace
  address: string
  /** The name with which the receiver was chosen. */
  name: string | undefined
  /** Its hash. A payment that several tabs record counts once. */
  hash?: string | undefined
}

/** The contacts with the methods for other features. */
export type ContactsInternals = ContactsFeature & {
  /** Records a payment. Never throws: without a storage there are no contacts. */
  noteContact: (payment: PaidContact) => Promise<void>
}

/** Creates the contacts. The code that reads and writes them loads on first use. */
export function createContacts({ context }: { context: Pick<CoreContext, 'environment' | 'load'> }): ContactsInternals {
  const { environment } = context
  let saved: readonly SavedContact[] = []
  const load = () => context.load(() => import('./contactRecord.ts'))
  return {
    list: async (options) => (await load()).listContacts({ environment, saved, ...options }),
    setSaved: (next) => {
      saved = next
    },
    remove: async (options) => (await load()).removeContact({ environment, ...options }),
    noteContact: async (payment) => {
      try {
        ;(await load()).noteContact({ environment, payment })
      } catch {
        // The payment is still in the activity.
      }
    },
  }
}
