import type { ClientStore } from '../storage/ClientStore.ts'
import { asRecord, isKey } from './rpc.ts'
import { findSettlementIssue, isTexts } from './validateNamespaces.ts'

const isAll = (type: string, ...values: readonly unknown[]) => values.every((value) => value && typeof value === type)

/** By what a record's key begins with: whether the engine can go by it. */
const readers: Readonly<Record<string, (record: Readonly<Record<string, unknown>>) => unknown>> = {
  keys: ({ symKey, privateKey }) => isKey(symKey ?? privateKey),
  pairings: ({ uri, expiresAt, relays }) => isAll('string', uri) && isAll('number', expiresAt) && isTexts(relays),
  sessions: ({ session }) => {
    const { topic, expiry, namespaces, peer, relays, requiredNamespaces, optionalNamespaces } = asRecord(session)
    return (
      isAll('string', topic) &&
      isAll('number', expiry) &&
      isAll('object', peer, requiredNamespaces, optionalNamespaces) &&
      isTexts(relays) &&
      !findSettlementIssue({ namespaces, required: {} })
    )
  },
  pending: ({ entry, topic }) => {
    const { id, expiry, peer } = asRecord(entry)
    return isAll('string', topic) && isAll('number', id, expiry) && isAll('object', peer)
  },
  requests: ({ topic, key, expiresAt }) => isAll('string', topic, key) && isAll('number', expiresAt),
  calls: ({ expiresAt }) => isAll('number', expiresAt),
}

/** Forgets records that are none: an older version may have written them in another way, and one must not end the client for ever. */
export function dropUnreadable(store: ClientStore): void {
  const broken = Object.entries(readers).flatMap(([prefix, isWhole]) =>
    store.list(`${prefix}/`).filter(([, record]) => !isWhole(asRecord(record))),
  )
  if (broken.length) store.change(Object.fromEntries(broken.map(([key]) => [key, undefined]))).catch(() => {})
}
