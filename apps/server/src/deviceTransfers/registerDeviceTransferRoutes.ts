import {
  answerDeviceTransfer,
  sealDeviceTransfer,
  startDeviceTransfer,
  waitForDeviceTransfer,
} from '@latchkey/protocol/wallet'
import type { App } from '../platform/http/App.ts'
import { registerEndpoint } from '../platform/http/registerEndpoint.ts'
import type { DeviceTransferService } from './createDeviceTransferService.ts'

/** Registers `/v1/handovers` and everything below it. */
export function registerDeviceTransferRoutes({
  app,
  deviceTransfers,
}: {
  app: App
  deviceTransfers: DeviceTransferService
}): void {
  registerEndpoint(app, startDeviceTransfer, (_input, { caller }) => deviceTransfers.start(caller.session))
  registerEndpoint(app, answerDeviceTransfer, ({ body }, { caller }) => deviceTransfers.answer(caller.session, body))
  registerEndpoint(app, sealDeviceTransfer, ({ body }, { caller }) => deviceTransfers.seal(caller.session, body))
  registerEndpoint(app, waitForDeviceTransfer, ({ body: { handoverId } }, { caller, signal }) =>
    deviceTransfers.wait(caller.session, { handoverId, signal }),
  )
}
