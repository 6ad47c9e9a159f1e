import { LatchkeyError } from '@latchkey/protocol'
import type { Environment } from '../environment/Environment.ts'
import { askInTime } from '../http/askInTime.ts'

/** Milliseconds before what was signed is sent again after an answer was lost. */
const pauses = [1000, 3000]

/** What a server says of something that it has already. */
const had: readonly string[] = ['name_taken', 'name_limit', 'name_message_used']

/** Nobody knows whether the server took it. */
const lost: readonly string[] = ['network_request_failed', 'response_invalid', 'internal']

/** What was signed, and what is known of how it is sent. */
export type NameSubmission<Answer> = {
  environment: Environment
  /** Sends what was signed. The same again changes nothing: the server takes a message once. */
  send: (signal: AbortSignal) => Promise<Answer>
  /** What the server has, where that is what was asked for. */
  find: (signal: AbortSignal) => Promise<Answer | undefined>
}

/**
 * Sends what was signed about a name until it is known what became of it. Where an answer is lost, the server is asked what it has
 * before it is sent again, and before a refusal is believed: it may be the refusal of the second one.
 *
 * @throws LatchkeyError the server's refusals; one for which `isLost` holds where nothing is known
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

/** Whether an error leaves open what became of what was sent. */
export function isLost(error: unknown): boolean {
  return lost.includes(codeOf(error))
}

function codeOf(error: unknown): string {
  return error instanceof LatchkeyError ? error.code : 'internal'
}
