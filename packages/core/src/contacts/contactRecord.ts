import { type ChainNamespace, isEvmAddress, isSolanaAddress } from '@latchkey/protocol'
import * as z from 'zod/mini'
import { checksumAddress } from '../chains/eip155/checksumAddress.ts'
import type { Environment } from '../environment/Environment.ts'
import { contactsRecordKey } from '../storage/contactsRecordKey.ts'
import type { Contact, SavedContact } from './ContactsFeature.ts'
import type { PaidContact } from './createContacts.ts'

/** Largest number of contacts per network family. */
const kept = 50
/** Number of payments per contact that are recognized as duplicates. */
const keptHashes = 8

type StoredContact = Contact & { hashes: readonly string[] }
type Place = Pick<Environment, 'storage' | 'now'>

const count = z.number().check(z.int(), z.nonnegative())
const contactSchema = z.pipe(
  z.object({
    namespace: z.enum(['eip155', 'solana', 'bip122']),
    address: z.string(),
    name: z.optional(z.string().check(z.minLength(1), z.maxLength(255))),
    usedAt: count,
    payments: count,
    hashes: z.array(z.string().check(z.maxLength(128))).check(z.maxLength(keptHashes)),
  }),
  z.transform((contact): StoredContact | undefined => {
    const address = writeAddress(contact)
    return address === undefined ? undefined : { ...contact, address, name: contact.name }
  }),
)
const recordSchema = z.object({ version: z.literal(1), contacts: z.array(z.unknown()) })

/** Lists receivers of payments, newest first, then addresses that are only saved. */
export function listContacts({
  environment,
  saved = [],
  namespace,
}: {
  environment: Place
  saved?: readonly SavedContact[]
  namespace: ChainNamespace
}): readonly Contact[] {
  const named = new Map<string, { name: string; isSaved: true; isShared?: true }>()
  for (const { address, name, isShared } of saved) {
    const written = writeAddress({ namespace, address })
    if (written !== undefined) named.set(written, { name, isSaved: true, ...(isShared && { isShared }) })
  }
  const names = new Set([...named.values()].map(({ name }) => name))
  const paid = read(environment)
    .filter((contact) => contact.namespace === namespace)
    .map(({ hashes: _, ...contact }): Contact => {
      const saving = named.get(contact.address)
      if (saving !== undefined) return { ...contact, ...saving }
      // A saved name belongs only to its saved address.
      return contact.name !== undefined && names.has(contact.name) ? { ...contact, name: undefined } : contact
    })
  const others = [...named].filter(([address]) => !paid.some((contact) => contact.address === address))
  return [...paid, ...others.map(([address, saving]) => ({ namespace, address, usedAt: 0, payments: 0, ...saving }))]
}

/** Records a payment. The oldest contact over the limit is removed. */
export function noteContact({ environment, payment }: { environment: Place; payment: PaidContact }): void {
  const { namespace, name, hash } = payment
  const address = writeAddress(payment)
  if (address === undefined) return
  change(environment, (contacts) => {
    const known = contacts.find((contact) => contact.namespace === namespace && contact.address === address)
    if (known && hash !== undefined && known.hashes.includes(hash)) return contacts
    const contact: StoredContact = {
      ...{ namespace, address, name: name === undefined || name === '' ? known?.name : name.slice(0, 255) },
      usedAt: environment.now(),
      payments: (known?.payments ?? 0) + 1,
      hashes: [...(hash === undefined ? [] : [hash]), ...(known?.hashes ?? [])].slice(0, keptHashes),
    }
    const others = contacts.filter((other) => other !== known)
    return [contact, ...others.map((other) => (isNamesake(other, contact) ? { ...other, name: undefined } : other))]
  })
}

/** Whether a name has moved to another contact: it belongs to the receiver of its last payment. */
function isNamesake(one: StoredContact, other: StoredContact): boolean {
  return one.namespace === other.namespace && one.name !== undefined && one.name === other.name
}

/** Removes a contact. */
export function removeContact({
  environment,
  namespace,
  address,
}: {
  environment: Place
  namespace: ChainNamespace
  address: string
}): void {
  const written = writeAddress({ namespace, address }) ?? address
  change(environment, (contacts) =>
    contacts.filter((contact) => contact.namespace !== namespace || contact.address !== written),
  )
}

/** Reads, changes and writes the stored contacts in one step, because other tabs write them too. */
function change({ storage }: Place, step: (contacts: readonly StoredContact[]) => readonly StoredContact[]): void {
  const before = read({ storage })
  const after = step(before)
  if (after === before) return
  try {
    const contacts = limit(after)
    if (contacts.length === 0) storage.removeItem(contactsRecordKey)
    else storage.setItem(contactsRecordKey, JSON.stringify({ version: 1, contacts }))
  } catch {
    // The storage is full or blocked. Receivers are still found in the activity.
  }
}

/** Reads the contacts, newest first. Unreadable ones are dropped, because other code may have written them. */
function read({ storage }: Pick<Place, 'storage'>): readonly StoredContact[] {
  try {
    const record = z.safeParse(recordSchema, JSON.parse(storage.getItem(contactsRecordKey) ?? 'null'))
    if (!record.success) return []
    const contacts = new Map<string, StoredContact>()
    for (const entry of record.data.contacts) {
      const parsed = z.safeParse(contactSchema, entry)
      const contact = parsed.success ? parsed.data : undefined
      if (!contact) continue
      const key = `${contact.namespace}:${contact.address}`
      if (!contacts.has(key)) contacts.set(key, contact)
    }
    return limit([...contacts.values()].sort((a, b) => b.usedAt - a.usedAt))
  } catch {
    return []
  }
}

function limit(contacts: readonly StoredContact[]): readonly StoredContact[] {
  const counts = new Map<string, number>()
  return contacts.filter(({ namespace }) => {
    const number = (counts.get(namespace) ?? 0) + 1
    counts.set(namespace, number)
    return number <= kept
  })
}

/** Normalizes an address; undefined if it does not belong to the family. */
function writeAddress({ namespace, address }: { namespace: ChainNamespace; address: string }): string | undefined {
  if (namespace === 'eip155') return isEvmAddress(address) ? checksumAddress(address) : undefined
  if (namespace === 'solana') return isSolanaAddress(address) ? address : undefined
  return /^([13mn2][1-9A-HJ-NP-Za-km-z]{25,34}|(bc|tb|bcrt)1[02-9ac-hj-np-z]{11,71})$/.test(address)
    ? address
    : undefined
}
