import type { ChainId } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { GrantRecord } from '../device/KeyValueStore.ts'
import type { Schedule } from '../device/Schedule.ts'
import { gatewayUrl } from '../gateway/createGateway.ts'
import type { OperationHistory } from '../operations/createOperations.ts'
import type { ApprovalPorts } from '../rpc/createApprovals.ts'
import type { RunLocked } from '../session/createDpop.ts'
import type { SessionsApi } from './createSessionsApi.ts'

/** Milliseconds between two looks at the chain, and until it is no use to wait on. */
const lookPause = 1_500
const waitLimit = 3 * 60_000
/** Milliseconds in which an operation that was written down may not have been sent yet. */
const leavingLimit = 60_000

/** What became of a grant: done, over, or nobody can tell yet. */
export type GrantState = 'active' | 'gone' | 'waiting'

/** The grants that this device began: each is written down before its operation leaves, and finished by whichever page is there. */
export type Grants = {
  find: (key: string) => Promise<GrantRecord | undefined>
  /**
   * Writes it down, in one tab.
   *
   * @returns what is written down now: the same request's of another tab, where that was first
   * @throws what the store throws: then nothing may leave
   */
  begin: (record: GrantRecord) => Promise<GrantRecord>
  forget: (record: GrantRecord) => Promise<void>
  /** Looks once at the chain and does what is left to do. What is over is forgotten. */
  advance: (record: GrantRecord) => Promise<GrantState>
  /**
   * Goes on until it is done.
   *
   * @returns false when it is over: its operation failed, or the session was revoked
   * @throws LatchkeyError `transaction_uncertain` when nobody can tell for minutes
   */
  finish: (record: GrantRecord) => Promise<boolean>
  /** Looks at all that earlier pages left. */
  resume: () => Promise<void>
}

/** Makes {@link Grants}. */
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
  server: SessionsApi
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
      // Written down here, and never sent; unless another page is about to.
      return error instanceof ServiceError && error.code === 'calls_unknown' && now() - at > leavingLimit
    }
  }

  const advance: Grants['advance'] = async (record) => {
    const { account, chainId, id, grantHash } = record
    const reader = await loadReader()
    const status = await reader.sessionStatus({ account, id, url: gatewayUrl({ baseUrl, chainId, projectId }) })
    if (status !== grantHash) {
      // Over is only what the chain, or the operation's own end, says is over.
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
      // Its node is behind ours.
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
      // One look that fails is none: the next may not.
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
