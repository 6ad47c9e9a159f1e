import type { Endpoint, EndpointInput, EndpointResponse } from '@latchkey/protocol/api'
import type { WalletCaller } from '../auth/WalletCaller.ts'

/** What answers an endpoint of the wallet: called by a session, with the endpoint's body. */
export type WalletCall<E extends Endpoint> = (
  session: WalletCaller,
  body: EndpointInput<E>['body'],
) => Promise<EndpointResponse<E>>
