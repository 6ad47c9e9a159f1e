import type { Endpoint, EndpointInput, EndpointResponse } from '@latchkey/protocol/api'
import type { WalletCaller } from '../auth/WalletCaller.ts'

/** Handler of a wallet endpoint, called with a login and the endpoint's body. */
export type WalletCall<E extends Endpoint> = (
  session: WalletCaller,
  body: EndpointInput<E>['body'],
) => Promise<EndpointResponse<E>>
