import type { SignedChain, SignedStatus } from '../../chains/SignedChain.ts'
import type { Environment } from '../../environment/Environment.ts'
import type { RealtimeFeature } from '../../realtime/RealtimeFeature.ts'
import type { Ledger } from '../createLedger.ts'
import { followRecord } from '../followRecord.ts'
import type { SignedRecord, SignedVersion } from './SignedRecord.ts'
import type { SignedEvent } from './signedReducer.ts'

/** Milliseconds between two submissions of the same bytes: nodes drop transactions that they could not place. */
const broadcastInterval = 4_000
/** Number of consecutive looks without a result after which a mined payment counts as lost. */
const goneLooks = 3

/** Options of {@link followSigned}. */
export type FollowSignedParameters = {
  environment: Environment
  ledger: Pick<Ledger<SignedRecord, SignedEvent>, 'get' | 'apply' | 'remove'>
  realtime: RealtimeFeature
  chain: () => Promise<SignedChain>
  /** Whether the page that made the request still waits for the answer. */
  isAsking: (record: SignedRecord) => Promise<boolean>
  id: string
}

/**
 * Follows a signed payment until it is settled, with {@link followRecord}. As long as no node has it, the same bytes are submitted again.
 *
 * @returns a function that stops following
 */
export function followSigned({
  environment,
  ledger: kept,
  realtime,
  chain: loadChain,
  isAsking,
  id,
}: FollowSignedParameters): () => void {
  let sentAt = environment.now()
  let gone = 0
  let expiredLooks = 0

  const look = async (record: SignedRecord, counts: () => boolean) => {
    const ledger: Pick<typeof kept, 'apply' | 'remove'> = {
      apply: (...event) => counts() && kept.apply(...event),
      remove: (...event) => counts() && kept.remove(...event),
    }
    const { status, versions } = record
    if (status.type === 'asked') {
      if (await isAsking(record)) return
      // A wallet that was only asked for a signature has sent nothing.
      if (record.isSentByWallet) ledger.apply(id, { type: 'left' })
      else ledger.remove(id)
      return
    }
    if (versions.length === 0) return
    const chain = await loadChain()
    const seen = await Promise.all(versions.map(async (version) => ({ version, status: await chain.status(version) })))
    const at = environment.now()
    const mined = seen.find(({ status: said }) => said.type === 'confirmed' || said.type === 'failed')
    if (mined) {
      gone = 0
      ledger.apply(id, { type: 'mined', at, hash: mined.version.hash, ...toMined(mined.status) })
      return
    }
    const isKnown = seen.some(({ status: said }) => said.type === 'pending')
    const isDecided = status.type === 'confirmed' || status.type === 'canceled'
    if (isDecided || (status.type === 'failed' && !record.isRefused)) {
      // The node may lag behind, so that only the third answer counts.
      if (isKnown || ++gone >= goneLooks) ledger.apply(id, { type: 'lost' })
      return
    }
    if (isKnown) {
      // One node refused it, and another has it.
      if (record.isRefused) ledger.apply(id, { type: 'known' })
      return
    }
    const stranger = strangerOf(seen)
    if (stranger) {
      ledger.apply(id, { type: 'replaced', final: stranger.final, at })
      return
    }
    const newest = versions.at(-1) as SignedVersion
    if ((await Promise.all(versions.map((version) => chain.isExpired(version)))).every(Boolean)) {
      // Nodes may report a height before the transactions in its block.
      if (++expiredLooks >= 2) ledger.apply(id, { type: 'expired', at })
      return
    }
    if (record.isRefused || record.isSentByWallet || environment.now() - sentAt < broadcastInterval) return
    sentAt = environment.now()
    await chain.broadcast(newest)
  }

  return followRecord({ environment, realtime, ledger: kept, id, look })
}

function toMined(status: SignedStatus) {
  if (status.type === 'failed') return { ok: false, block: status.block, final: status.final, details: status.details }
  if (status.type === 'confirmed') return { ok: true, block: status.block, final: status.final, details: undefined }
  return { ok: true, block: 0, final: false, details: undefined }
}

/** Returns the foreign transaction that used the coins. */
function strangerOf(seen: readonly { version: SignedVersion; status: SignedStatus }[]) {
  const own = seen.map(({ version }) => version.hash)
  for (const { status } of seen) if (status.type === 'replaced' && !own.includes(status.hash)) return status
  return undefined
}
