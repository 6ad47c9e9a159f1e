import { getAuditLog, listDevices, revokeDevice } from '@latchkey/protocol/wallet'
import { listAudit } from '../audit/listAudit.ts'
import type { Database } from '../platform/db/Database.ts'
import type { App } from '../platform/http/App.ts'
import { registerEndpoint } from '../platform/http/registerEndpoint.ts'
import type { DeviceService } from './createDeviceService.ts'

/** Registers `/v1/devices`, `/v1/devices/revoke` and `/v1/audit`. */
export function registerDeviceRoutes({
  app,
  devices,
  database,
}: {
  app: App
  devices: DeviceService
  database: Database
}): void {
  registerEndpoint(app, listDevices, (_input, { caller, language }) => devices.list({ ...caller.session, language }))
  registerEndpoint(app, revokeDevice, ({ body }, { caller, language }) =>
    devices.revoke({ ...caller.session, language }, body),
  )
  registerEndpoint(app, getAuditLog, ({ query: { before } }, { caller }) =>
    listAudit({
      database,
      userId: caller.session.userId,
      before: before === undefined ? undefined : Number(before),
    }),
  )
}
