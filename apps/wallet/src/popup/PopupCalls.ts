import type { EndpointRequest, EndpointResponse } from '@latchkey/protocol/api'
import type { beginSocialLogin, inspectSocialLogin } from '@latchkey/protocol/wallet'

/** What a window is for, as the server tells it: who asks, for which provider. */
export type PopupAttempt = EndpointResponse<typeof inspectSocialLogin>

/** What the page of a login with a provider asks of the server. */
export type PopupCalls = {
  /** @throws LatchkeyError `attempt_unknown`, `rate_limited`, `network_request_failed` */
  inspect: (body: EndpointRequest<typeof inspectSocialLogin>['body']) => Promise<PopupAttempt>
  /** @throws LatchkeyError `attempt_unknown`, `number_wrong`, `social_refused`, `social_provider_failed`, `rate_limited` */
  begin: (body: EndpointRequest<typeof beginSocialLogin>['body']) => Promise<{ authorizeUrl: string }>
}
