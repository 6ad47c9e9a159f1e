import {
  askNewWallet,
  listLoginWallets,
  startNewWallet,
  takeLoginBack,
  takeLoginBackByLink,
} from '@latchkey/protocol/wallet'
import type { App } from '../platform/http/App.ts'
import { registerEndpoint } from '../platform/http/registerEndpoint.ts'
import type { LoginReturns } from './createLoginReturns.ts'
import type { NewWalletService } from './createNewWalletService.ts'

/** Registers `/v1/wallet/new` and everything below it. */
export function registerNewWalletRoutes({
  app,
  newWallets,
  loginReturns,
}: {
  app: App
  newWallets: NewWalletService
  loginReturns: LoginReturns
}): void {
  registerEndpoint(app, askNewWallet, (_input, { caller, language, ip }) =>
    newWallets.ask({ ...caller.session, language }, { ip }),
  )
  registerEndpoint(app, startNewWallet, ({ body }, { caller, language, ip }) =>
    newWallets.start({ ...caller.session, language }, { ...body, ip }),
  )
  registerEndpoint(app, listLoginWallets, (_input, { caller }) => loginReturns.list(caller.session))
  registerEndpoint(app, takeLoginBack, ({ body }, { caller, language }) =>
    loginReturns.takeBack({ ...caller.session, language }, body),
  )
  registerEndpoint(app, takeLoginBackByLink, ({ body: { token } }, { ip }) =>
    loginReturns.takeBackByLink({ token, ip }),
  )
}
