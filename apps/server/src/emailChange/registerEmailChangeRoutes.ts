import {
  resendEmailChange,
  startEmailChange,
  undoEmailChange,
  verifyNewEmail,
  verifyOldEmail,
} from '@latchkey/protocol/wallet'
import type { App } from '../platform/http/App.ts'
import { registerEndpoint } from '../platform/http/registerEndpoint.ts'
import type { EmailChange } from './createEmailChange.ts'

/** Registers the changes of addresses on the application of the wallet's origin. */
export function registerEmailChangeRoutes({ app, emailChange }: { app: App; emailChange: EmailChange }): void {
  registerEndpoint(app, startEmailChange, ({ body: { email } }, { caller, ip, language }) =>
    emailChange.start({ session: caller.session, email, ip, language }),
  )
  registerEndpoint(app, verifyOldEmail, ({ body }, { caller, ip }) =>
    emailChange.verifyOld({ ...body, session: caller.session, ip }),
  )
  registerEndpoint(app, verifyNewEmail, ({ body }, { caller, ip }) =>
    emailChange.verifyNew({ ...body, session: caller.session, ip }),
  )
  registerEndpoint(app, resendEmailChange, ({ body: { changeId } }, { caller, ip }) =>
    emailChange.resend({ changeId, session: caller.session, ip }),
  )
  registerEndpoint(app, undoEmailChange, ({ body: { token } }, { ip }) => emailChange.undo({ token, ip }))
}
