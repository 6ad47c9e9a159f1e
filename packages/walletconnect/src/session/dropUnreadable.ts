import type { ClientStore } from '../storage/ClientStore.ts'
import { asRecord, isKey } from './rpc.ts'
import { findSettlementIssue, isTexts } from './validateNamespaces.ts'

const isAll = (type: string, ...values: readonly unknown[]) => values.every((value) => value && typeof value === type)

/** Validators by key prefix: whether the engine can use a record. */
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

/** Drops invalid records. An older version may have used another format, and one record must not break the client permanently. */
export function dropUnreadable(store: ClientStore): void {
  const broken = Object.entries(readers).flatMap(([prefix, isWhole]) =>
    store.list(`${prefix}/`).filter(([, record]) => !isWhole(asRecord(record))),
  )
  if (broken.length) store.change(Object.fromEntries(broken.map(([key]) => [key, undefined]))).catch(() => {})
}
