import { createDeviceKey, createTestOrigin, type DeviceKey } from '../../../server/src/testing/createTestOrigin.ts'
import type { ContractWorld } from './ContractWorld.ts'

/** The real server's services and endpoints, with its own database and without sockets. */
export async function createRealWorld(): Promise<ContractWorld> {
  let now = Date.UTC(2030, 0, 1)
  const origin = await createTestOrigin({ clock: { now: () => now } })
  const { sessions } = origin.services.auth.parts
  return {
    createKey: createDeviceKey,
    pass: (milliseconds) => {
      now += milliseconds
    },
    logIn: async ({ email, key }) => {
      const device = await origin.signIn({ email, ...(key ? { key: key as DeviceKey } : {}) })
      const claims = JSON.parse(Buffer.from(device.accessToken.split('.')[1] ?? '', 'base64url').toString())
      return {
        ...device,
        // Other tests cover the mailed code; this one covers its effect.
        stepUp: async () => {
          const { sid: sessionId } = claims as { sid: string }
          await origin.context.database.transaction((tx) => sessions.refreshAuthTime(tx, { sessionId, method: 'otp' }))
          await sessions.announce([sessionId])
        },
      }
    },
    stop: origin.stop,
  }
}
