import type { EndpointRequest, EndpointResponse } from '@latchkey/protocol/api'
import type { beginSocialLogin, inspectSocialLogin } from '@latchkey/protocol/wallet'

/** Purpose of a window from the server: the asking site and the provider. */
export type PopupAttempt = EndpointResponse<typeof inspectSocialLogin>

/** Server calls of a provider login's page. */
export type PopupCalls = {
  /** @throws LatchkeyError `attempt_unknown`, `rate_limited`, `network_request_failed` */
  inspect: (body: EndpointRequest<typeof inspectSocialLogin>['body']) => Promise<PopupAttempt>
  /** @throws LatchkeyError `attempt_unknown`, `number_wrong`, `social_refused`, `social_provider_failed`, `rate_limited` */
  begin: (body: EndpointRequest<typeof beginSocialLogin>['body']) => Promise<{ authorizeUrl: string }>
}
