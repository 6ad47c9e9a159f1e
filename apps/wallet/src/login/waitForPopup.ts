import { ServiceError } from '@latchkey/protocol/errors'
import type { Schedule } from '../device/Schedule.ts'

/** The server's answer for a window that is still open. */
type Pending = { status: 'pending'; isDetached: boolean }

/** A phone cuts the connections of a background page while the window is in front. This many failures in a row are tolerated. */
const patience = 5

/**
 * Polls until the window of a provider is finished. If the window lost its opener, the number shows in the meantime.
 *
 * @param options.ask waits for an event of the attempt, 25 s at most
 * @param options.showNumber called once, when the window has asked for the number; returns a function that hides it
 * @throws LatchkeyError the failure of the attempt; the signal's reason
 */
export async function waitForPopup<Done extends { status: string }>({
  ask,
  showNumber,
  schedule,
  signal,
}: {
  ask: (options: { isDetached: boolean; signal: AbortSignal }) => Promise<Pending | Done>
  showNumber: () => () => void
  schedule: Schedule
  signal: AbortSignal
}): Promise<Done> {
  let isDetached = false
  let failures = 0
  let hideNumber = () => {}
  try {
    for (;;) {
      signal.throwIfAborted()
      try {
        const answer = await ask({ isDetached, signal })
        failures = 0
        if (!isPending(answer)) return answer
        if (!answer.isDetached || isDetached) continue
        isDetached = true
        hideNumber = showNumber()
      } catch (error) {
        if (!(error instanceof ServiceError) || error.code !== 'network_request_failed') throw error
        failures += 1
        if (failures > patience) throw error
        await pause({ schedule, milliseconds: failures * 1_000, signal })
      }
    }
  } finally {
    hideNumber()
  }
}

function isPending(answer: { status: string }): answer is Pending {
  return answer.status === 'pending'
}

function pause({
  schedule,
  milliseconds,
  signal,
}: {
  schedule: Schedule
  milliseconds: number
  signal: AbortSignal
}): Promise<void> {
  return new Promise((resolve) => {
    const cancel = schedule(resolve, milliseconds)
    signal.addEventListener(
      'abort',
      () => {
        cancel()
        resolve()
      },
      { once: true },
    )
  })
}
