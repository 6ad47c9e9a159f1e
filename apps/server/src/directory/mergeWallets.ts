import { readWalletRecord, type WalletRecord } from './WalletRecord.ts'

/** Result of merging another list. */
export type WalletMerge = {
  /** All existing wallets, changed or not, followed by the new ones. */
  wallets: WalletRecord[]
  added: { id: string; name: string }[]
  changed: { id: string; fields: string[] }[]
  /** Number of identical entries. */
  unchanged: number
  refused: { entry: string; reason: string }[]
}

/** Known fields. Other fields of another list's entries are dropped. */
const knownFields = new Set(
  'id name homepage image_id tint order badge_type chains mobile_link desktop_link webapp_link link_mode browse_link app_store play_store chrome_store rdns injected relay'.split(
    ' ',
  ),
)

/**
 * Merges another list of wallets into one. Entries match by id, else by rdns. Values of the other list win, empty ones change nothing, and
 * networks and injected names are combined. Ids, pictures and tints of existing wallets stay, and no entry is lost. Another server's
 * response describes *its* relay: a wallet that only uses that relay is refused, and for others the field is dropped.
 *
 * @param options.incoming our format, or a response of `GET /getWallets` from this or another server: a list, or `{ data: […] }`
 * @throws Error if it is neither
 */
export function mergeWallets({
  current,
  incoming,
}: {
  current: readonly WalletRecord[]
  incoming: unknown
}): WalletMerge {
  const wallets = [...current]
  const merge: WalletMerge = { wallets, added: [], changed: [], unchanged: 0, refused: [] }
  /** Targets of the other list's entries, so that a later entry does not overwrite an earlier one. */
  const taken = new Set<string>()
  let nextOrder = Math.max(0, ...current.map(({ order }) => order)) + 10

  const isAnswer = !Array.isArray(incoming)
  for (const [index, listed] of readEntries(incoming).entries()) {
    const name = nameOf(listed, index)
    const relay = isAnswer && typeof listed === 'object' && listed !== null && 'relay' in listed ? listed.relay : null
    if (relay === 'own') {
      merge.refused.push({ entry: name, reason: 'it dials the relay of the server that this list came from' })
      continue
    }
    const entry = relay === null ? listed : { ...(listed as object), relay: null }
    const record = readWalletRecord(clean(entry, nextOrder))
    if ('issues' in record) {
      merge.refused.push({ entry: name, reason: record.issues })
      continue
    }
    const { wallet } = record
    const byId = wallets.findIndex(({ id }) => id === wallet.id)
    const byRdns = wallet.rdns === null ? -1 : wallets.findIndex(({ rdns }) => isSame(rdns, wallet.rdns))
    const place = byId >= 0 ? byId : byRdns
    const existing = wallets[place]
    const conflict =
      byId >= 0 && byRdns >= 0 && byId !== byRdns
        ? `its id is that of ${wallets[byId]?.name}, its rdns that of ${wallets[byRdns]?.name}`
        : existing && taken.has(existing.id)
          ? `the list has ${existing.name} twice`
          : undefined
    if (conflict !== undefined) {
      merge.refused.push({ entry: name, reason: conflict })
      continue
    }
    taken.add(existing?.id ?? wallet.id)
    if (!existing) {
      wallets.push(wallet)
      merge.added.push({ id: wallet.id, name: wallet.name })
      nextOrder = Math.max(nextOrder, wallet.order + 10)
      continue
    }
    const given = new Set(Object.entries(entry as object).flatMap(([key, value]) => (isEmpty(value) ? [] : key)))
    const merged = mergeOne({ existing, wallet, given, sameId: byId >= 0 })
    const fields = (Object.keys(merged) as (keyof WalletRecord)[]).filter(
      (key) => JSON.stringify(merged[key]) !== JSON.stringify(existing[key]),
    )
    wallets[place] = merged
    if (fields.length > 0) merge.changed.push({ id: existing.id, fields })
    else merge.unchanged += 1
  }
  return merge
}

function mergeOne({
  existing,
  wallet,
  given,
  sameId,
}: {
  existing: WalletRecord
  wallet: WalletRecord
  /** Fields with a value in the other list. */
  given: ReadonlySet<string>
  sameId: boolean
}): WalletRecord {
  const kept = new Set(['id', 'image_id', 'tint', 'chains', 'injected', ...(sameId ? [] : ['order'])])
  const said = Object.fromEntries(
    Object.entries(wallet).filter(([key, value]) => given.has(key) && value !== null && !kept.has(key)),
  )
  const names = [...(existing.injected ?? [])]
  for (const name of wallet.injected ?? []) {
    const isThere = names.some((other) => other.namespace === name.namespace && other.injected_id === name.injected_id)
    if (!isThere) names.push(name)
  }
  return {
    ...existing,
    ...said,
    chains: [...new Set([...existing.chains, ...wallet.chains])],
    injected: names.length > 0 ? names : null,
  }
}

function readEntries(incoming: unknown): readonly unknown[] {
  const list = typeof incoming === 'object' && incoming !== null && 'data' in incoming ? incoming.data : incoming
  if (Array.isArray(list)) return list
  throw new Error('This is not a list of wallets: expected [ … ] or { "data": [ … ] }')
}

/** Converts an entry to our format: drops unknown fields and the placeholders of other lists (`""`, `"-"`, `"none"`). */
function clean(entry: unknown, nextOrder: number): unknown {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return entry
  const fields = Object.entries(entry).filter(([key, value]) => knownFields.has(key) && !isEmpty(value))
  return { order: nextOrder, ...Object.fromEntries(fields) }
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === '' || value === '-' || value === 'none'
}

function nameOf(entry: unknown, index: number): string {
  const record: Record<string, unknown> = typeof entry === 'object' && entry !== null ? { ...entry } : {}
  const name = [record.name, record.id].find((value) => typeof value === 'string' && value !== '')
  return name === undefined ? `entry ${index + 1}` : String(name).slice(0, 64)
}

function isSame(a: string | null, b: string | null): boolean {
  return a !== null && b !== null && a.toLowerCase() === b.toLowerCase()
}
