import { beginSocialLogin, inspectSocialLogin } from '@latchkey/protocol/wallet'
import type { Api } from '../login/createApi.ts'
import type { PopupCalls } from './PopupCalls.ts'

/** Creates the server calls of a provider login's page. */
export function createPopupCalls({ api }: { api: Api }): PopupCalls {
  return {
    inspect: (body) => api.request(inspectSocialLogin, { body }),
    begin: (body) => api.request(beginSocialLogin, { body }),
  }
}
