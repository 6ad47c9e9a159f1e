import { ServiceError } from '@latchkey/protocol/errors'
import type { FrameRequestType, FrameResult } from '@latchkey/protocol/wallet'
import { isRecord } from '../isRecord.ts'
import { isUser } from './isUser.ts'

/** The fields of answers that the kit reads, with their patterns. */
const members: { readonly [Type in FrameRequestType]?: readonly [string, RegExp] } = {
  connectEmail: ['action', /^(VERIFY_(DEVICE|OTP)|CONNECT)$/],
  connectDevice: ['connected', /^(true|false|undefined)$/],
  socialStart: ['popupUrl', /^https?:/],
  farcasterStart: ['url', /^(https?|farcaster):/],
  isConnected: ['isConnected', /^(true|false)$/],
  initSmartAccount: ['address', /^0x[0-9a-fA-F]{40}$/],
  setPreferredAccount: ['address', /^0x[0-9a-fA-F]{40}$/],
  ensureProtected: ['isProtected', /^(true|false)$/],
  updateEmail: ['action', /^VERIFY_(PRIMARY|SECONDARY)_OTP$/],
  updateEmailPrimaryOtp: ['action', /^VERIFY_SECONDARY_OTP$/],
  updateEmailSecondaryOtp: ['newEmail', /^[^@]+@[^@]+$/],
}
const users: readonly FrameRequestType[] = ['connectOtp', 'connectSocial', 'getUser']

/** Whether an answer means that the visitor has not acted yet, so that the request is repeated. */
export function isPending(answer: unknown): boolean {
  return isRecord(answer) && /^(pending|recover)$/.test(String(answer.status))
}

/**
 * Checks the fields of the frame's answer that the kit reads. Written by hand, because this chunk loads with the first use of the wallet,
 * and a schema library would be most of it.
 *
 * @throws LatchkeyError `frame_error` for an answer that does not fit the request
 */
export function readAnswer<Type extends FrameRequestType>(type: Type, answer: unknown): FrameResult<Type> {
  const [key, pattern] = members[type] ?? []
  const value = key && isRecord(answer) ? answer[key] : undefined
  const fits =
    type === 'rpc' ||
    isPending(answer) ||
    (users.includes(type)
      ? isUser(answer)
      : isRecord(answer) && (!pattern || (!isRecord(value) && pattern.test(String(value)))))
  if (!fits) throw new ServiceError('frame_error', { details: `The wrong answer to ${type}` })
  return answer as FrameResult<Type>
}
