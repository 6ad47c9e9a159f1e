import { randomUUID } from 'node:crypto'
import type { EndpointInput, EndpointResponse } from '@latchkey/protocol/api'
import { ServiceError } from '@latchkey/protocol/errors'
import type {
  answerDeviceTransfer,
  sealDeviceTransfer,
  startDeviceTransfer,
  waitForDeviceTransfer,
} from '@latchkey/protocol/wallet'
import { and, eq, gt, ne } from 'drizzle-orm'
import type { Audit } from '../audit/Audit.ts'
import type { Counters } from '../auth/createCounters.ts'
import type { News } from '../auth/createNews.ts'
import { lockUser } from '../auth/lockUser.ts'
import { requireStepUpOf } from '../auth/requireStepUpOf.ts'
import { devices } from '../auth/schema.ts'
import type { Context } from '../platform/context.ts'
import type { WalletSession } from '../platform/http/WalletSession.ts'
import { fromBase64url, toBase64url } from '../vaults/bytes.ts'
import { requireEnrolled } from '../vaults/requireEnrolled.ts'
import { handovers } from './schema.ts'

/** Milliseconds that a device transfer is open. */
const lifetime = 10 * 60 * 1000

/** Mailbox between an old and a new device of one user. The messages are sealed between the devices, and the server only forwards them. */
export type DeviceTransferService = {
  start: (session: WalletSession) => Promise<EndpointResponse<typeof startDeviceTransfer>>
  answer: (
    session: WalletSession,
    body: EndpointInput<typeof answerDeviceTransfer>['body'],
  ) => Promise<Record<string, never>>
  seal: (
    session: WalletSession,
    body: EndpointInput<typeof sealDeviceTransfer>['body'],
  ) => Promise<Record<string, never>>
  wait: (
    session: WalletSession,
    options: { handoverId: string; signal?: AbortSignal },
  ) => Promise<EndpointResponse<typeof waitForDeviceTransfer>>
}

/** Creates the service of device transfers. */
export function createDeviceTransferService({
  context: { database, clock },
  audit,
  counters,
  news,
}: {
  context: Pick<Context, 'database' | 'clock'>
  audit: Audit
  counters: Counters
  news: News
}): DeviceTransferService {
  const now = () => new Date(clock.now())
  const topicOf = (id: string) => `handover:${id}`

  /** Condition for an open device transfer of the user. */
  const isOpen = ({ userId }: WalletSession, handoverId: string) =>
    and(eq(handovers.id, handoverId), eq(handovers.userId, userId), gt(handovers.expiresAt, now()))

  return {
    start: async (session) => {
      const { userId, deviceId } = session
      await requireEnrolled({ db: database, session })
      await counters.consume([{ key: `handover:${userId}`, limit: 10, window: 60 * 60 }])
      const expiresAt = new Date(clock.now() + lifetime)
      const id = randomUUID()
      await database.transaction(async (tx) => {
        await lockUser({ tx, session })
        await requireEnrolled({ db: tx, session })
        await requireStepUpOf({ db: tx, session, clock })
        await tx.insert(handovers).values({ id, userId, fromDevice: deviceId, state: 'open', expiresAt })
      })
      return { handoverId: id, expiresAt: expiresAt.toISOString() }
    },

    answer: async (session, { handoverId, pub, mac }) => {
      const { deviceId } = session
      const answered = await database.transaction(async (tx) => {
        await lockUser({ tx, session })
        return tx
          .update(handovers)
          .set({ state: 'answered', toDevice: deviceId, pub: fromBase64url(pub), mac: fromBase64url(mac) })
          .where(and(isOpen(session, handoverId), eq(handovers.state, 'open'), ne(handovers.fromDevice, deviceId)))
          .returning({ id: handovers.id })
      })
      if (answered.length === 0) throw new ServiceError('attempt_unknown')
      await news.publish(topicOf(handoverId))
      return {}
    },

    seal: async (session, { handoverId, enc, ct }) => {
      const { userId, deviceId } = session
      await database.transaction(async (tx) => {
        await lockUser({ tx, session })
        const [sealed] = await tx
          .update(handovers)
          .set({ state: 'sealed', enc: fromBase64url(enc), ct: fromBase64url(ct) })
          .where(and(isOpen(session, handoverId), eq(handovers.state, 'answered'), eq(handovers.fromDevice, deviceId)))
          .returning({ toDevice: handovers.toDevice })
        if (!sealed) throw new ServiceError('attempt_unknown')
        await audit.record(tx, { event: 'handover.used', userId, deviceId, data: { to: sealed.toDevice } })
      })
      await news.publish(topicOf(handoverId))
      return {}
    },

    wait: async (session, { handoverId, signal }) => {
      const { deviceId } = session
      const look = async (): Promise<EndpointResponse<typeof waitForDeviceTransfer> | undefined> => {
        const [row] = await database
          .select({ handover: handovers, device: devices.name })
          .from(handovers)
          .leftJoin(devices, eq(devices.id, handovers.toDevice))
          .where(isOpen(session, handoverId))
        if (!row) throw new ServiceError('attempt_unknown')
        const { fromDevice, toDevice, pub, mac, enc, ct } = row.handover
        if (deviceId !== fromDevice && deviceId !== toDevice) throw new ServiceError('attempt_unknown')
        if (deviceId === fromDevice && pub && mac) {
          return { status: 'answered', pub: toBase64url(pub), mac: toBase64url(mac), device: row.device ?? '' }
        }
        if (deviceId === toDevice && enc && ct) {
          return { status: 'sealed', enc: toBase64url(enc), ct: toBase64url(ct) }
        }
        return undefined
      }
      const found = await news.waitFor({ topics: [topicOf(handoverId)], check: look, signal })
      return found ?? { status: 'pending' }
    },
  }
}
