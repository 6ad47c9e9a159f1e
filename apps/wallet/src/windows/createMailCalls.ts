import {
  approveDevice,
  endLogin,
  inspectDeviceLink,
  inspectLoginNotice,
  takeLoginBackByLink,
  undoEmailChange,
  undoRotationByLink,
} from '@latchkey/protocol/wallet'
import type { Api } from '../login/createApi.ts'
import type { MailCalls } from './MailCalls.ts'

// With the proof of this browser's key: if the asking frame shares it, the login completes without a code.
const approveWithProof = { ...approveDevice, auth: 'proof' } as const

/** Creates the calls of the pages behind links in emails. */
export function createMailCalls({ api }: { api: Api }): MailCalls {
  return {
    inspectDeviceLink: (body) => api.request(inspectDeviceLink, { body }),
    approveDevice: (body) => api.request(approveWithProof, { body }),
    inspectLoginNotice: (body) => api.request(inspectLoginNotice, { body }),
    endLogin: (body) => api.request(endLogin, { body }),
    undoEmailChange: (body) => api.request(undoEmailChange, { body }),
    takeLoginBack: (body) => api.request(takeLoginBackByLink, { body }),
    undoRotation: (body) => api.request(undoRotationByLink, { body }),
  }
}
