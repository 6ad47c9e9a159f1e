import { LatchkeyError } from '@latchkey/protocol'
import type { Environment } from '../environment/Environment.ts'
import { askInTime } from '../http/askInTime.ts'

/** Milliseconds before each retry after a lost answer. */
const pauses = [1000, 3000]

/** Refusals that also occur if the server has already processed the message. */
const had: readonly string[] = ['name_taken', 'name_limit', 'name_message_used']

/** Errors after which it is unknown whether the server processed the message. */
const lost: readonly string[] = ['network_request_failed', 'response_invalid', 'internal']

/** A signed message with the functions to send it and to look up its result. */
export type NameSubmission<Answer> = {
  environment: Environment
  /** Sends the message. Repeating it is safe, because the server accepts each message once. */
  send: (signal: AbortSignal) => Promise<Answer>
  /** Returns the server's record if it matches the request. */
  find: (signal: AbortSignal) => Promise<Answer | undefined>
}

/**
 * Sends a signed message about a name until its result is known. After a lost answer, it looks the name up before it sends again and before
 * it accepts a refusal, which may belong to the second attempt.
 *
 * @throws LatchkeyError refusals of the server; an error for which `isLost` is true if the result is unknown
 */
export async function submitName<Answer>({ environment, send, find }: NameSubmission<Answer>): Promise<Answer> {
  let wasLost = false
  const look = () => askInTime({ environment, ask: find })
  const attempt = async () => {
    const there = wasLost ? await look() : undefined
    if (there) return there
    try {
      return await askInTime({ environment, ask: send })
    } catch (error) {
      if (isLost(error) || !(wasLost || had.includes(codeOf(error)))) throw error
      const there = await look()
      if (there) return there
      throw error
    }
  }
  for (const pause of pauses)
    try {
      return await attempt()
    } catch (error) {
      if (!isLost(error)) throw error
      wasLost = true
      await new Promise<void>((resolve) => environment.setTimeout(resolve, pause))
    }
  return attempt()
}

/** Whether the result is unknown after an error. */
export function isLost(error: unknown): boolean {
  return lost.includes(codeOf(error))
}

function codeOf(error: unknown): string {
  return error instanceof LatchkeyError ? error.code : 'internal'
}
