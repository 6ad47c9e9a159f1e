import type { EmailAction } from '@latchkey/protocol'
import type { EmailFailure, EmailState } from './EmailFeature.ts'
import type { EmailMachine } from './emailMachine.ts'

/** Events of a login or of a change of the address. */
export type EmailEvent =
  | { type: 'started'; attempt: number; email: string }
  | { type: 'mailSent'; attempt: number; action: EmailAction }
  | { type: 'deviceApproved'; attempt: number; connected: boolean }
  | { type: 'codeAccepted'; attempt: number }
  | { type: 'connected'; attempt: number }
  | { type: 'failed'; attempt: number; failure: EmailFailure }
  | { type: 'cancelled' }
  | { type: 'updateStarted'; attempt: number; email: string }
  | { type: 'updateMoved'; attempt: number; to: 'primary' | 'secondary' | 'done' }
  | { type: 'updateFailed'; attempt: number; failure: EmailFailure }
  | { type: 'updateCancelled' }

const afterMail = { VERIFY_DEVICE: 'device', VERIFY_OTP: 'code', CONNECT: 'connecting' } as const

/**
 * The transitions of the login by email (specification 4): an address, then the device or the code, then connected. And those of a change
 * of the address: a code to the old one, then to the new one.
 */
export function emailReducer(machine: EmailMachine, event: EmailEvent): EmailMachine {
  const { login, update } = machine
  switch (event.type) {
    case 'started':
      return {
        ...machine,
        loginAttempt: event.attempt,
        login: { status: 'sending', email: event.email, failure: undefined, left: undefined },
      }
    case 'updateStarted':
      return {
        ...machine,
        updateAttempt: event.attempt,
        update: { status: 'sending', email: event.email, failure: undefined },
      }
    case 'cancelled':
      if (login.status === 'idle') return machine
      return { ...machine, loginAttempt: undefined, login: { ...login, status: 'idle', failure: undefined } }
    case 'updateCancelled':
      if (update.status === 'idle') return machine
      return { ...machine, updateAttempt: undefined, update: { ...update, status: 'idle', failure: undefined } }
    case 'updateMoved':
      if (event.attempt !== machine.updateAttempt) return machine
      return {
        ...machine,
        updateAttempt: event.to === 'done' ? undefined : event.attempt,
        update: { ...update, status: event.to },
      }
    case 'updateFailed':
      if (event.attempt !== machine.updateAttempt) return machine
      return { ...machine, updateAttempt: undefined, update: { ...update, status: 'failed', failure: event.failure } }
  }
  if (event.attempt !== machine.loginAttempt) return machine
  const move = (status: EmailState['status']): EmailMachine => ({ ...machine, login: { ...login, status } })
  switch (event.type) {
    case 'mailSent':
      return login.status === 'sending' ? move(afterMail[event.action]) : machine
    case 'deviceApproved':
      return login.status === 'device' ? move(event.connected ? 'connecting' : 'code') : machine
    case 'codeAccepted':
      return login.status === 'code' ? move('connecting') : machine
    case 'connected':
      return { ...move('idle'), loginAttempt: undefined }
    case 'failed':
      return {
        ...machine,
        loginAttempt: undefined,
        login: { ...login, status: 'failed', failure: event.failure },
      }
  }
}
