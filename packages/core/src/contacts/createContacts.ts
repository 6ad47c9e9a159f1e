import type { ChainNamespace } from '@latchkey/protocol'
import type { CoreContext } from '../CoreContext.ts'
import type { ContactsFeature, SavedContact } from './ContactsFeature.ts'

/** A payment that came into a block. */
export type PaidContact = {
  namespace: ChainNamespace
  address: string
  /** The name by which the receiver was chosen. */
  name: string | undefined
  /** Its hash: noted by several tabs, a payment counts once. */
  hash?: string | undefined
}

/** The contacts as the kit's other parts see them. */
export type ContactsInternals = ContactsFeature & {
  /** Notes somebody who was paid. Never fails: a browser that stores nothing has no contacts. */
  noteContact: (payment: PaidContact) => Promise<void>
}

/** The contacts; what reads and writes them is loaded with the first use. */
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
        // The payment is in the history all the same.
      }
    },
  }
}
