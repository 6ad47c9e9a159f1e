import type { ChainId } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { GrantRecord } from '../device/KeyValueStore.ts'
import type { Schedule } from '../device/Schedule.ts'
import { gatewayUrl } from '../gateway/createGateway.ts'
import type { RunLocked } from '../login/createDpop.ts'
import type { OperationHistory } from '../operations/createOperations.ts'
import type { ApprovalPorts } from '../rpc/createApprovals.ts'
import type { PermissionsApi } from './createPermissionsApi.ts'

/** Milliseconds between two reads of the chain, and until waiting ends. */
const lookPause = 1_500
const waitLimit = 3 * 60_000
/** Milliseconds in which a recorded operation may not be sent yet. */
const leavingLimit = 60_000

/** State of a grant: active, gone, or not known yet. */
export type GrantState = 'active' | 'gone' | 'waiting'

/** Grants that this device started. Each is recorded before its operation is sent, and any later page can complete it. */
export type Grants = {
  find: (key: string) => Promise<GrantRecord | undefined>
  /**
   * Records a grant, in one tab.
   *
   * @returns the recorded grant: another tab's for the same request, if that was first
   * @throws the store's error: then nothing may be sent
   */
  begin: (record: GrantRecord) => Promise<GrantRecord>
  forget: (record: GrantRecord) => Promise<void>
  /** Reads the chain once and does the remaining steps. Finished grants are forgotten. */
  advance: (record: GrantRecord) => Promise<GrantState>
  /**
   * Continues until it is finished.
   *
   * @returns false if it is gone: its operation failed, or the permission was revoked
   * @throws LatchkeyError `transaction_uncertain` if the outcome stays unknown for minutes
   */
  finish: (record: GrantRecord) => Promise<boolean>
  /** Advances all grants of earlier pages. */
  resume: () => Promise<void>
}

/** Creates {@link Grants}. */
export function createGrants({
  store,
  loadReader,
  server,
  history,
  baseUrl,
  projectId,
  locked,
  now,
  schedule,
}: Pick<ApprovalPorts, 'store' | 'loadReader' | 'baseUrl' | 'projectId'> & {
  server: PermissionsApi
  history: Pick<OperationHistory, 'status'>
  locked: RunLocked
  now: () => number
  schedule: Schedule
}): Grants {
  const forget = ({ key }: GrantRecord) => store.remove('grants', key)

  /** Whether the operation will never be in a block. */
  const isLost = async ({ origin, operation, at }: GrantRecord) => {
    try {
      const { status } = await history.status({ origin, id: operation })
      return status === 400 || status === 500
    } catch (error) {
      // Recorded here and never sent, unless another page is about to.
      return error instanceof ServiceError && error.code === 'calls_unknown' && now() - at > leavingLimit
    }
  }

  const advance: Grants['advance'] = async (record) => {
    const { account, chainId, id, grantHash } = record
    const reader = await loadReader()
    const status = await reader.permissionStatus({ account, id, url: gatewayUrl({ baseUrl, chainId, projectId }) })
    if (status !== grantHash) {
      // Only the chain, or the failed operation, can end a grant.
      const isOver = BigInt(status) !== 0n || record.state === 'active' || (await isLost(record))
      if (!isOver) return 'waiting'
      await forget(record)
      return 'gone'
    }
    if (record.state === 'active') return 'active'
    const { pci, context } = record.answer
    try {
      await server.activate(nameOf(record), { pci, context, signature: record.activation })
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      // The server's node is behind ours.
      if (error.code === 'session_not_granted') return 'waiting'
      if (error.code !== 'session_revoked' && error.code !== 'session_unknown') throw error
      await forget(record)
      return 'gone'
    }
    await store.put('grants', record.key, { ...record, state: 'active' })
    return 'active'
  }

  const finish: Grants['finish'] = async (record) => {
    const until = now() + waitLimit
    for (;;) {
      // A failed read proves nothing: the next one may succeed.
      const state = await advance(record).catch((error: unknown) => {
        if (now() >= until) throw error
        return 'waiting' as const
      })
      if (state !== 'waiting') return state === 'active'
      if (now() >= until) throw new ServiceError('transaction_uncertain')
      await new Promise<void>((resolve) => schedule(resolve, lookPause))
    }
  }

  return {
    find: (key) => store.get('grants', key),
    begin: (record) =>
      locked('latchkey-grants', async () => {
        const other = await store.get('grants', record.key)
        if (!other) await store.put('grants', record.key, record)
        return other ?? record
      }),
    forget,
    advance,
    finish,
    resume: async () => {
      for (const record of await store.all('grants')) {
        if (record.state === 'leaving') await advance(record).catch(() => {})
        else if (record.expiry * 1000 < now()) await forget(record).catch(() => {})
      }
    },
  }
}

/** CAIP-10. */
export function nameOf({ chainId, account }: { chainId: ChainId; account: string }): string {
  return `${chainId}:${account}`
}
