import { type ErrorCode, type SocialProvider, socialProviders } from '@latchkey/protocol'
import { isErrorCode } from '@latchkey/protocol/errors'
import * as z from 'zod/mini'

/** Attempt of a window. `handshake`: only without an opener, if the URL has it. */
export type PopupTarget = { attemptId: string; handshake: string | null }

/** Outcome of a login in the server's redirect. */
export type PopupEnding = { provider: SocialProvider; code: ErrorCode | null }

const targetSchema = z.tuple([z.uuid(), z.optional(z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/)))])
const endingSchema = z.tuple([z.enum(socialProviders), z.optional(z.string())])

/**
 * Parses the fragment of `/popup/oauth`: `<attemptId>` or `<attemptId>.<handshake>`.
 *
 * @returns null for anything else
 */
export function readPopupTarget(fragment: string): PopupTarget | null {
  const parsed = z.safeParse(targetSchema, fragment.split('.'))
  if (!parsed.success) return null
  const [attemptId, handshake = null] = parsed.data
  return { attemptId, handshake }
}

/**
 * Parses the fragment of `/popup/done`: `<provider>` or `<provider>.<error code>`.
 *
 * @returns null for anything else
 */
export function readPopupEnding(fragment: string): PopupEnding | null {
  const parsed = z.safeParse(endingSchema, fragment.split('.'))
  if (!parsed.success) return null
  const [provider, code] = parsed.data
  if (code === undefined) return { provider, code: null }
  return isErrorCode(code) ? { provider, code } : null
}
