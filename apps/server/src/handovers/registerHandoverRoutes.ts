import { answerHandover, sealHandover, startHandover, waitForHandover } from '@latchkey/protocol/wallet'
import type { App } from '../platform/http/App.ts'
import { registerEndpoint } from '../platform/http/registerEndpoint.ts'
import type { HandoverService } from './createHandoverService.ts'

/** Registers `/v1/handovers` and everything below it. */
export function registerHandoverRoutes({ app, handovers }: { app: App; handovers: HandoverService }): void {
  registerEndpoint(app, startHandover, (_input, { caller }) => handovers.start(caller.session))
  registerEndpoint(app, answerHandover, ({ body }, { caller }) => handovers.answer(caller.session, body))
  registerEndpoint(app, sealHandover, ({ body }, { caller }) => handovers.seal(caller.session, body))
  registerEndpoint(app, waitForHandover, ({ body: { handoverId } }, { caller, signal }) =>
    handovers.wait(caller.session, { handoverId, signal }),
  )
}
